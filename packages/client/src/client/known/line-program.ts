import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { JsonObject } from 'surety/unstable/contract'
import { knownCallOf, knownEnd, settlesOf } from '../../programs/index.ts'
import { given } from '@surety/internal/given.ts'
import {
  callOf,
  followTrace,
  hiddenLine,
  parseLine,
  partsIn,
  shortText,
  tracePrelude,
  unsaidIn,
  whyBare,
  type EndedPart,
  type Line,
  type TracedLine,
} from '../../shell/index.ts'
import type { KnownEnd, KnownProgram, Printed } from '../read/plain-outcome.ts'
import { listIn } from './line-list.ts'
import { stopNote, type ListPlace } from './list-cap.ts'
import { readsOnly } from './line-reads.ts'

/** A line, the shell that runs it, and whether that shell cannot be watched. */
interface ShellLine {
  readonly shell: string
  readonly line: string
  readonly isAlone: boolean
}

/**
 * Says what is known of a line that a shell runs. The line runs as it is; bash is asked how every part of it ends, so
 * that a failure behind a pipe is seen.
 */
export async function lineProgram(
  { shell, line: text, isAlone }: ShellLine,
  place: ListPlace,
): Promise<KnownProgram> {
  const { cwd } = place
  // What another shell makes of the same text may be something else, so nothing is concluded from it.
  if (!POSIX.has(shell)) return unwatched(`The line ran in ${shell}, whose lines are not judged.`)
  const line = parseLine(text)
  if ('why' in line) return unwatched(line.why)
  const parts = partsIn(line)
  const [only, ...others] = parts
  const why = whyUnwatched(shell, text, line)
  const reads = shell === 'bash' && (await readsOnly(line))
  const list = await listIn(line, cwd)
  const noted = async (end: KnownEnd | undefined, exit: number, { stdout }: Printed) =>
    list && exit === 0 && end?.exit === undefined
      ? withNote(end, await stopNote(list, stdout, place))
      : end
  if (isAlone || (only?.kind === 'simple' && others.length === 0)) {
    const last = parts.at(-1)!
    const isShared = others.length > 0
    // An exit that `!` turned around is not that of the program.
    const isTurned = line.statements.at(-1)?.pipelines.at(-1)?.isNegated === true
    const ended = async (exit: number, printed: Printed) =>
      exit === 0 || isTurned
        ? undefined
        : endOf({ part: last, exit }, { ...printed, isShared }, cwd)
    const understand: KnownProgram['understand'] = async (exit, printed) =>
      noted(await ended(exit, printed), exit, printed)
    return { reads, ...(list && { mayHide: true }), ...(await factsOf(parts, place)), understand }
  }
  const unwatchedBy =
    (reason: string): KnownProgram['understand'] =>
    (exit, printed) =>
      noted(unknownParts(reason), exit, printed)
  if (why !== undefined) return { reads, mayHide: true, understand: unwatchedBy(why) }
  const tracedBy =
    (log: () => string): KnownProgram['understand'] =>
    async (exit, printed) => {
      const traced = followTrace(line, log(), exit)
      const end = traced
        ? await lineEnd(traced, exit, printed, cwd)
        : unknownParts('What bash reported does not match the parts of the line.')
      return noted(end, exit, printed)
    }
  const facts = await factsOf(parts, place)
  const watch = openWatch(place.env['BASH_ENV'] || undefined)
  if ('why' in watch) return { reads, ...facts, mayHide: true, understand: unwatchedBy(watch.why) }
  const { prelude, log, close } = watch
  const env = { ...facts.env, BASH_ENV: prelude }
  return { reads, ...facts, env, mayHide: true, close, understand: tracedBy(log) }
}

interface Watch {
  readonly prelude: string
  readonly log: () => string
  readonly close: () => void
}

/** Writes what bash reads before a line; a full disk, or a missing folder for such files, is no reason not to run it. */
function openWatch(before: string | undefined): Watch | { readonly why: string } {
  let folder: string | undefined
  const close = () => folder && rmSync(folder, { recursive: true, force: true })
  try {
    folder = mkdtempSync(join(tmpdir(), 'surety-line-'))
    const [log, prelude] = [join(folder, 'log'), join(folder, 'prelude')]
    writeFileSync(prelude, tracePrelude(log, before))
    return { prelude, log: () => textOf(log), close: () => void close() }
  } catch (error) {
    close()
    const { code } = error as NodeJS.ErrnoException
    return { why: `The watch of the line could not be written to ${tmpdir()} (${code}).` }
  }
}

/** Shells whose simple lines mean the same as in bash. */
const POSIX: ReadonlySet<string> = new Set(['bash', 'dash', 'sh'])

/** Gives the read that settles a line, if one part has it, also behind `| tail`. */
async function factsOf(parts: ReturnType<typeof partsIn>, { cwd, env }: ListPlace) {
  const calls = await Promise.all(
    parts.map(async (part) => {
      const words = callOf(part, cwd)
      return words && (await knownCallOf(words, { hasErrors: false }))
    }),
  )
  const [settles, ...others] = calls.flatMap((call) =>
    [(call && settlesOf(call)) ?? []].filter((read) => read.length > 0),
  )
  const names = calls.flatMap((call) => call?.asGiven ?? [])
  return {
    ...(settles && others.length === 0 && { settles }),
    env: Object.fromEntries(names.map((name) => [name, env[name]])),
  }
}

function withNote(end: KnownEnd = {}, note: Awaited<ReturnType<typeof stopNote>>): KnownEnd {
  if (note === undefined) return end
  const warnings = [...(end.warnings ?? []), ...note.warnings]
  return { ...end, warnings, meta: { ...end.meta, ...note.meta } }
}

function whyUnwatched(shell: string, text: string, line: Line): string | undefined {
  return shell === 'bash'
    ? whyBare(text, line)
    : `The line ran in ${shell}, which does not tell how the parts of a line ended.`
}

function unwatched(why: string): KnownProgram {
  return { reads: false, mayHide: true, understand: async () => unknownParts(why) }
}

function unknownParts(why: string): KnownEnd {
  return { meta: { parts_unknown: why } }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The shell was ended before it wrote anything.
    return ''
  }
}

async function lineEnd(
  traced: TracedLine,
  exit: number,
  said: Printed,
  cwd?: string,
): Promise<KnownEnd> {
  const printed = { ...said, isShared: true }
  const failed = traced.parts.filter((part) => part.exit !== 0)
  const meta: JsonObject = failed.length === 0 ? {} : { parts: failed.map(shown) }
  if (exit !== 0) {
    const isTurned = traced.parts.at(-1)?.pipeline.isNegated === true
    const last = isTurned ? undefined : traced.parts.findLast((part) => part.exit === exit)
    return { ...(last && (await endOf(last, printed, cwd))), ...(failed.length > 0 && { meta }) }
  }
  const { hidden, tolerated } = await unsaidIn(traced, cwd)
  const [first] = hidden
  if (first === undefined) {
    const warnings = tolerated.map(
      (part) => `${shortText(part.part)} ended with ${part.exit}; the line goes on after that.`,
    )
    return { ...(tolerated.length > 0 && { meta, warnings }) }
  }
  const own = await endOf(first, printed, cwd)
  const failure = own?.exit === undefined ? undefined : own
  const message = hiddenLine(first, traced.count, failure?.code)
  return {
    exit: failure?.exit ?? 'GENERAL_ERROR',
    code: failure?.code ?? 'HIDDEN_FAILURE',
    message,
    ...given({ suggestion: failure?.suggestion, detail: failure?.message }),
    meta: { ...meta, hidden: true },
  }
}

function shown({ number, part, exit }: EndedPart): JsonObject {
  return { part: number, command: shortText(part), exit_code: exit }
}

/** Says what the end of a part means, by the description of its program. */
async function endOf(
  { part, exit }: Pick<EndedPart, 'part' | 'exit'>,
  { stdout, stderr, isShared }: Printed & { readonly isShared: boolean },
  cwd?: string,
): Promise<KnownEnd | undefined> {
  const words = callOf(part, cwd)
  const known = words && (await knownCallOf(words))
  if (known === undefined) return undefined
  // What it says on stderr is in the output of the line where the line puts it there.
  const isJoined = part.kind === 'simple' && part.redirects.some(({ to }) => to === 'stdout')
  const all = isJoined ? `${stderr}\n${stdout}` : stderr
  const { answer, failure, line } = knownEnd(known, { exit, stdout, stderr: all, isShared })
  if (answer !== undefined) return { success: answer }
  if (failure === undefined) return undefined
  return given({
    exit: failure.exit,
    code: failure.code,
    message: line || undefined,
    suggestion: failure.suggestion,
    ownCodes: known.ownCodes,
  })
}
