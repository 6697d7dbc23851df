import type { RunResult } from '@surety/client/unstable/client'
import { excerptOf, type Gap } from './excerpt.ts'
import type { ReadRest } from './plain-answer.ts'
import { EVIDENT } from './tool-failure.ts'

export type Stream = 'stdout' | 'stderr'

const AT_ONCE = 0.6

/** Passes on what a program prints, most of what has room at once; the rest waits for the end. */
export function passOutput(
  write: (stream: Stream, bytes: Uint8Array | string) => void | Promise<void>,
  most: number,
) {
  const counts = {
    stdout: { passed: 0, total: 0, passedLines: 0, lines: 0 },
    stderr: { passed: 0, total: 0, passedLines: 0, lines: 0 },
  }
  const { stdout, stderr } = counts
  const isTooLong = () => stdout.total + stderr.total > most
  const waiting = () =>
    (['stdout', 'stderr'] as const).flatMap((stream) => {
      const bytes = counts[stream].total - counts[stream].passed
      return bytes > 0 ? [{ stream, bytes }] : []
    })
  return {
    isTooLong,
    take(stream: Stream, chunk: Uint8Array): void | Promise<void> {
      const own = counts[stream]
      const room = Math.max(0, most * AT_ONCE - stdout.passed - stderr.passed)
      own.total += chunk.length
      own.lines += linesIn(chunk)
      // What follows a part that waits has to wait as well.
      if (own.total - chunk.length > own.passed) return
      const part = chunk.subarray(0, Math.min(chunk.length, Math.floor(room)))
      own.passed += part.length
      own.passedLines += linesIn(part)
      return part.length === 0 ? undefined : write(stream, part)
    },
    async restart(): Promise<void> {
      const left = waiting()
      for (const own of [stdout, stderr]) own.total = own.passed = own.lines = own.passedLines = 0
      for (const { stream, bytes } of left)
        await write(stream, `\n[… ${bytes} bytes of this attempt left out …]\n`)
    },
    /** Writes what waits: all of it, or what tells most. */
    async end(result: RunResult, read: ReadRest | null, lost: string): Promise<void> {
      for (const { stream, bytes } of waiting()) {
        const rest = result[stream].subarray(Math.max(0, result[stream].length - bytes))
        const kind = result.outcome.ok ? 'result' : 'failure'
        const say = (lines: string, own: Gap) =>
          `[… ${lines} left out${read === null ? lost : `: ${read(own, stream)}`} …]`
        const room = most * (1 - AT_ONCE)
        await write(stream, isTooLong() ? cut(rest, counts[stream], { room, kind, say }) : rest)
      }
    },
  }
}

interface Counted {
  readonly passed: number
  readonly total: number
  readonly passedLines: number
  readonly lines: number
}

/** Cuts what is left of a stream; `say` gets the lines of a gap among all in words, and among those that are kept. */
function cut(
  rest: Uint8Array,
  { passed, total, passedLines, lines }: Counted,
  {
    room,
    kind,
    say,
  }: {
    readonly room: number
    readonly kind: 'result' | 'failure'
    readonly say: (lines: string, own: Gap) => string
  },
): string {
  // Of very much output only the end is held, and its lines are counted from there.
  const isGone = rest.length < total - passed
  const before = isGone ? lines - linesIn(rest) : passedLines
  const among = ({ from, to }: Gap) => ({ from: from + before, to: to + before })
  const shown = excerptOf(
    new TextDecoder().decode(rest),
    room,
    kind,
    (told, gap) => say(told, isGone ? gap : among(gap)),
    among,
  ).text
  return isGone
    ? `\n[… lines ${passedLines + 1} to ${before} were too much to keep …]\n${shown}`
    : shown
}

function linesIn(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1
  return count
}

/** The exit code with which `timeout` and others say that they stopped a program. */
const STOPPED = 124

export function programExit({ outcome, attempts }: RunResult): number {
  // A program that ended by itself, as curl after its own --max-time, has an exit of its own.
  const isStopped = outcome.error?.synthesised === true && outcome.process?.stream === null
  if (outcome.exit === 'TIMEOUT' && isStopped) return STOPPED
  const last = attempts.findLast(({ role }) => role === 'call')
  return last?.outcome.process?.exit_code ?? 1
}

export function addedLine({ outcome, verdict }: RunResult): string | undefined {
  const { error } = outcome
  // The note about a list is the last of the warnings.
  if (error === null) return outcome.meta['cap'] === undefined ? undefined : outcome.warnings.at(-1)
  const { settles } = verdict
  const tells = settles === undefined ? undefined : `This tells whether it happened: ${settles}`
  const isOwn = error.synthesised === true && outcome.process?.stream === null
  if (isOwn) return [error.message, error.suggestion, tells].filter(Boolean).join(' ')
  // The line ended with 0, so nothing else says it.
  if (outcome.meta['hidden'] === true) return [error.message, tells].filter(Boolean).join(' ')
  if (verdict.reason !== 'DONE' && !EVIDENT.has(verdict.reason))
    return [`${verdict.reason}: ${verdict.message}`, tells].filter(Boolean).join(' ')
  const suggestion = error.synthesised === true ? error.suggestion : undefined
  return [suggestion, tells].filter(Boolean).join(' ') || undefined
}
