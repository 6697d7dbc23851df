import { given } from '@surety/internal/given.ts'
import { answerOf, wordsBefore } from './answer-of-exit.ts'
import { PATTERN_FLAGS } from 'surety/unstable/description'
import { failureOf } from 'surety/unstable/description'
import type { ErrorRule, Failure } from 'surety/unstable/description'
import { withoutEscapes } from 'surety/unstable/failure-reader'
import type { KnownCall } from './known-call.ts'

export interface KnownEnd {
  /** A success that is an answer, such as `Nothing matches`. */
  readonly answer?: string
  readonly failure?: Failure
  /** The line of the program that says why. */
  readonly line?: string
  /** Whether the program refused its words, and so did nothing else. */
  readonly isRefusal?: true
}

/** Characters that patterns see of each end of a stream: compilers say first what is wrong, others last. */
const MAX_CHARACTERS = 16_384

export interface KnownPrint {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
  /** Whether other programs may have printed parts of it. */
  readonly isShared?: boolean
}

type Told = Pick<KnownCall, 'exits' | 'errors' | 'decisive'> &
  Partial<Pick<KnownCall, 'program' | 'runsOthers' | 'operands'>>

/**
 * Says what exit and output of a known call mean; empty if nothing is known about them. Who has one text for both
 * streams gives it twice.
 */
export function knownEnd(
  { exits, errors, decisive, program = '', runsOthers = false, operands }: Told,
  end: KnownPrint,
): KnownEnd {
  const seen = { stdout: bothEnds(end.stdout), stderr: bothEnds(end.stderr) }
  const lineOf = (stream: keyof typeof seen, pattern: string | undefined) => {
    if (pattern === undefined) return undefined
    const found = new RegExp(pattern, PATTERN_FLAGS).exec(seen[stream])
    if (!found) return undefined
    const start = seen[stream].lastIndexOf('\n', found.index - 1) + 1
    const [line = ''] = seen[stream].slice(found.index === 0 ? 0 : start).split('\n', 1)
    // What was drawn over is no part of it.
    const shown = line.trim()
    return shown.slice(shown.lastIndexOf('\r') + 1)
  }
  const meaning = exits[end.exit]
  const isMixed = end.isShared === true || end.stdout === end.stderr
  const answer = answerOf(meaning, seen.stderr, { program, isMixed })
  if (answer?.isPlain) return { answer: answer.text }
  const rule = errors.find(
    ({ when = {} }) =>
      (when.exit === undefined
        ? end.exit !== 0 && (answer === undefined || when.stderr !== undefined)
        : [when.exit].flat().includes(end.exit)) &&
      (when.operands === undefined ||
        (operands !== undefined && operands.length <= when.operands)) &&
      (['stdout', 'stderr'] as const).every(
        (stream) => when[stream] === undefined || lineOf(stream, when[stream]) !== undefined,
      ),
  )
  // Of both, the rule says more of the output and the number more of the program.
  const stated = failureOf(meaning)
  const failure = rule && stated?.code === rule.code ? { ...stated, ...rule } : (rule ?? stated)
  if (!failure) return answer?.isBelieved ? { answer: answer.text } : {}
  const { stdout, stderr } = rule?.when ?? {}
  const from = decisive?.from
  const said = lineOf('stderr', stderr)
  const line =
    (from !== 'stdout' ? lineOf('stderr', decisive?.pattern) : undefined) ??
    (from !== 'stderr' ? lineOf('stdout', decisive?.pattern) : undefined) ??
    said ??
    lineOf('stdout', stdout)
  const isRefusal =
    rule !== undefined &&
    isUsageError(rule) &&
    said !== undefined &&
    (isMixed || seen.stdout.trim() === '') &&
    isOwnWord(said, seen.stderr, program, runsOthers)
  return { failure, ...given({ line }), ...(isRefusal && { isRefusal }) }
}

/** The code of every rule about words that a program does not know; others, as of a folder among files, come midway. */
function isUsageError({ exit, code }: ErrorRule): boolean {
  return exit === 'ARG_ERROR' && code === 'ARG_ERROR'
}

/** Tests whether a program says first of all that it does not know a word; the usage may stand before that. */
function isOwnWord(line: string, stderr: string, program: string, runsOthers: boolean): boolean {
  const before = wordsBefore(stderr, line)
  const name = program.slice(program.lastIndexOf('/') + 1)
  const speakerOf = (said: string) => /^(?:\S*\/)?([\w.+-]+)(?:\[\d+\])?: /.exec(said)?.[1]
  const [first = line] = before
  const isFirst = USAGE.test(first) || before.every((each) => speakerOf(each) === name)
  const speaker = speakerOf(line)
  const isNameless = speaker === undefined || SAYS_ERROR.test(speaker)
  // `Usage: go build …`, `See 'docker run --help'.`
  const isSigned = () =>
    stderr
      .split('\n')
      .some((each) => /\b[Uu]sage:|--help\b/.test(each) && each.includes(`${name} `))
  return isFirst && (speaker === name || (isNameless && (!runsOthers || isSigned())))
}

const USAGE = /^usage\b/i
const SAYS_ERROR = /^(?:error|fatal|err|flag)$/i

function bothEnds(text: string): string {
  return withoutEscapes(
    text.length <= 2 * MAX_CHARACTERS
      ? text
      : `${text.slice(0, MAX_CHARACTERS)}\n${text.slice(-MAX_CHARACTERS)}`,
  )
}
