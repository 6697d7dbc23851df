import { quoteWords } from '@surety/internal/quote-words.ts'
import type { RunResult } from '@surety/client/unstable/client'
import { lastDrawn } from '@surety/internal/last-drawn.ts'
import { isJsonObject, type JsonObject, type JsonValue } from 'surety/unstable/contract'
import { excerptOf, type Gap } from './excerpt.ts'

export interface PlainData {
  readonly stdout: JsonValue
  readonly stderr: string
  readonly exit_code: number
}

/** Tells our own `wrapped` mark from one that the tool set in its meta. */
export function isWrapped({ outcome, attempts }: RunResult): boolean {
  const last = attempts.findLast(({ role }) => role === 'call')
  return outcome.meta['wrapped'] === true && (last?.dialect ?? null) === null
}

export function plainDataOf(result: RunResult): PlainData | undefined {
  const { data } = result.outcome
  return isWrapped(result) && isJsonObject(data) && typeof data['stderr'] === 'string'
    ? (data as unknown as PlainData)
    : undefined
}

export function drawnOnce(result: RunResult): RunResult {
  const plain = plainDataOf(result)
  if (plain === undefined) return result
  const drawn = (text: JsonValue) =>
    typeof text === 'string' && text.includes('\r')
      ? text.split('\n').map(lastDrawn).join('\n')
      : text
  const data = { ...plain, stdout: drawn(plain.stdout), stderr: drawn(plain.stderr) } as JsonObject
  return { ...result, outcome: { ...result.outcome, data } }
}

/** Both streams are shown if none is named. */
export type ReadRest = (gap: Gap | null, stream: 'stdout' | 'stderr' | null) => string

/** Gives the command that shows what was left out, as text or as data. */
export function readRest(call: string, stateDir: string | undefined, isText = true): ReadRest {
  const state = stateDir === undefined ? [] : ['--state-dir', stateDir]
  const start = ['surety', 'journal', 'answer', ...(isText ? ['--text'] : []), call]
  return (gap, stream) => {
    const lines = gap === null ? [] : ['--lines', `${gap.from}-${gap.to}`]
    const other = stream === 'stderr' ? ['--stream', 'stderr'] : []
    return quoteWords([...start, ...lines, ...other, ...state])
  }
}

/** Cuts the texts of an answer to so many bytes together; undefined if nothing is cut, or if stdout is JSON. */
export function cutTexts(data: PlainData, most: number, isFailure: boolean) {
  const { stdout, stderr } = data
  if (typeof stdout !== 'string') return undefined
  const sizes = { stdout: Buffer.byteLength(stdout), stderr: Buffer.byteLength(stderr) }
  if (sizes.stdout + sizes.stderr <= most) return undefined
  const half = most / 2
  const share = {
    stdout: Math.max(half, most - sizes.stderr),
    stderr: Math.max(half, most - sizes.stdout),
  }
  const kind = isFailure ? 'failure' : 'result'
  const out = excerptOf(stdout, share.stdout, kind)
  const err = excerptOf(stderr, share.stderr, kind)
  const shown = { ...data, stdout: out.text, stderr: err.text }
  return sizes.stdout > share.stdout
    ? { data: shown, stream: 'stdout' as const, gap: out.gap }
    : { data: shown, stream: 'stderr' as const, gap: err.gap }
}

/** Leaves out of the output of a failed program what its error and `meta` say already. Null if nothing is left. */
export function unsaid(data: PlainData, message: string): JsonObject | null {
  const rest = Object.entries({ stdout: data.stdout, stderr: data.stderr }).map(
    ([name, stream]) =>
      [name, typeof stream === 'string' ? withoutLine(stream, message) : stream] as const,
  )
  const left = rest.filter(([, stream]) => stream !== '')
  return left.length === 0 ? null : Object.fromEntries(left)
}

function withoutLine(text: string, line: string): string {
  const lines = text.split('\n')
  const isShown = (each: string) => each.trim() !== ''
  for (const at of [lines.findIndex(isShown), lines.findLastIndex(isShown)])
    if (lines[at]?.trim() === line) return lines.toSpliced(at, 1).join('\n').replace(/^\n+$/, '')
  return text
}
