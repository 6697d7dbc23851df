import { quoteWords } from '../../../internal/quote-words.ts'
import { lastDrawn, type RunResult } from '../../../client/index.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { excerptOf, type Gap } from './excerpt.ts'

export interface PlainData {
  readonly stdout: JsonValue
  readonly stderr: string
  readonly exit_code: number
}

export function plainDataOf({ outcome, attempts }: RunResult): PlainData | undefined {
  const last = attempts.findLast(({ role }) => role === 'call')
  const isPlain = outcome.meta['wrapped'] === true && (last?.dialect ?? null) === null
  const { data } = outcome
  return isPlain && isJsonObject(data) && typeof data['stderr'] === 'string'
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

export type ReadRest = (gap: Gap | null, stream: 'stdout' | 'stderr') => string

export function readRest(call: string, stateDir: string | undefined): ReadRest {
  const state = stateDir === undefined ? [] : ['--state-dir', stateDir]
  return (gap, stream) =>
    quoteWords([
      'surety',
      'journal',
      'answer',
      call,
      ...(gap === null ? [] : ['--lines', `${gap.from}-${gap.to}`]),
      ...(stream === 'stderr' ? ['--stream', 'stderr'] : []),
      ...state,
    ])
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
  const cut = {
    stdout: excerptOf(stdout, share.stdout, kind),
    stderr: excerptOf(stderr, share.stderr, kind),
  }
  const stream = sizes.stdout > share.stdout ? ('stdout' as const) : ('stderr' as const)
  return {
    data: { ...data, stdout: cut.stdout.text, stderr: cut.stderr.text },
    stream,
    gap: cut[stream].gap,
  }
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
