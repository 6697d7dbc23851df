import { knownCallOf, startedCall } from '../programs/index.ts'
import { literalOf, type Part } from './line-tree.ts'
import type { EndedPart, TracedLine } from './trace-line.ts'

/** What a line did not say of its parts. */
export interface Unsaid {
  /** Failures behind an exit of 0 that the line says nothing about. */
  readonly hidden: readonly EndedPart[]
  /** Failures that the line expects: `|| true`, `2>/dev/null`. */
  readonly tolerated: readonly EndedPart[]
}

/** The program could not be started; nobody means that. */
const NOT_STARTED: ReadonlySet<number> = new Set([126, 127])
/** The reader of a pipe had enough: `| head`. */
const PIPE_CLOSED = 141

/** Finds the failures of a line that ended with 0. */
export async function unsaidIn({ parts }: TracedLine, cwd?: string): Promise<Unsaid> {
  const hidden: EndedPart[] = []
  const tolerated: EndedPart[] = []
  for (const ended of parts) {
    const { exit, pipeline, isLast, isSilent } = ended
    if (exit === 0 || exit === PIPE_CLOSED) continue
    if (NOT_STARTED.has(exit)) hidden.push(ended)
    else if ((pipeline.isNegated && isLast) || (await meansNo(ended, cwd))) continue
    else if (pipeline.isBeforeOr || isShown(ended) || isSilent) tolerated.push(ended)
    else hidden.push(ended)
  }
  return { hidden, tolerated }
}

function isShown({ pipeline: { shown }, isLast }: EndedPart): boolean {
  return shown === 'all' || (shown === 'last' && isLast)
}

/** Says in one line which part of a line failed, and what hid it. */
export function hiddenLine(
  { number, part, exit, isLast }: EndedPart,
  count: number,
  code?: string,
) {
  const name = shortText(part)
  const meaning = code === undefined ? '' : ` (${code})`
  const by = isLast ? 'the rest of the line' : 'the pipe'
  return `part ${number} of ${count}, ${name}, ended with ${exit}${meaning}; ${by} hid it`
}

/** Shows a part without its redirections, in few characters. */
export function shortText(part: Part): string {
  const words = part.kind === 'simple' ? part.words.map(({ text }) => text).join(' ') : ''
  // `x=$(y)` has no words.
  const line = (words || part.text).replaceAll(/\s+/g, ' ')
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`
}

/** The words of a part, without what starts it, if the shell changes none of them. */
export function callOf(part: Part, cwd?: string): readonly string[] | undefined {
  if (part.kind !== 'simple') return undefined
  const words = part.words.map(literalOf)
  const [name] = words
  if (name === undefined) return undefined
  // A variable or a pattern is some operand.
  return startedCall(
    words.map((word, at) => word ?? part.words[at]!.text),
    cwd,
  ).words
}

/** Programs that answer a question by their exit, besides those whose description says so. */
const ASKING = new Set([
  'false',
  'test',
  '[',
  'which',
  'type',
  'command',
  'pgrep',
  'pidof',
  'cmp',
  'expr',
  'let',
])

/** The part whose end is that of a group; undefined if it may be that of another one. */
function lastOf(part: Part): Part | undefined {
  if (part.kind !== 'group') return part
  const { pipelines = [] } = part.line.statements.at(-1) ?? {}
  const [only, ...others] = pipelines
  return only === undefined || only.isNegated || others.length > 0
    ? undefined
    : lastOf(only.parts.at(-1)!)
}

async function meansNo({ part: whole, exit }: EndedPart, cwd?: string): Promise<boolean> {
  const part = lastOf(whole)
  if (part === undefined) return false
  const call = callOf(part, cwd)
  const name = call?.[0] ?? ''
  // xargs has an exit of its own for calls that ended with another one than 0.
  const own = exit === 123 && part.kind === 'simple' && part.words[0]?.text === 'xargs' ? 1 : exit
  if (own === 1 && ASKING.has(name)) return true
  const known = call && (await knownCallOf(call, { hasErrors: false }))
  const meaning = known?.exits[own]
  return typeof meaning === 'object' && 'success' in meaning
}
