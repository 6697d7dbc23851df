import type { RunResult } from '@surety/client/unstable/client'
import { excerptOf } from './excerpt.ts'
import type { ReadRest } from './plain-answer.ts'
import { EVIDENT } from './tool-failure.ts'

type Stream = 'stdout' | 'stderr'

const AT_ONCE = 0.6

/** Passes on what a program prints, most of what has room at once; the rest waits for the end. */
export function passOutput(
  write: (stream: Stream, bytes: Uint8Array | string) => void | Promise<void>,
  most: number,
) {
  const counts = {
    stdout: { passed: 0, total: 0, lines: 0 },
    stderr: { passed: 0, total: 0, lines: 0 },
  }
  const { stdout, stderr } = counts
  const isTooLong = () => stdout.total + stderr.total > most
  const waiting = () =>
    (['stdout', 'stderr'] as const).flatMap((stream) => {
      const bytes = counts[stream].total - counts[stream].passed
      return bytes > 0 ? [{ stream, bytes }] : []
    })
  const cut = (
    stream: Stream,
    rest: Uint8Array,
    isOk: boolean,
    read: ReadRest | null,
    lost: string,
  ): string => {
    const { lines } = counts[stream]
    const kind = isOk ? 'result' : 'failure'
    const text = new TextDecoder().decode(rest)
    const shown = excerptOf(text, most * (1 - AT_ONCE), kind, (gap) => {
      const [from, to] = [gap.from + lines, gap.to + lines]
      const how = read === null ? lost : `: ${read({ from, to }, stream)}`
      return `[… lines ${from} to ${to} left out${how} …]`
    })
    return shown.text
  }
  return {
    isTooLong,
    take(stream: Stream, chunk: Uint8Array): void | Promise<void> {
      const own = counts[stream]
      const room = Math.max(0, most * AT_ONCE - stdout.passed - stderr.passed)
      own.total += chunk.length
      // What follows a part that waits has to wait as well.
      if (own.total - chunk.length > own.passed) return
      const part = chunk.subarray(0, Math.min(chunk.length, Math.floor(room)))
      own.passed += part.length
      own.lines += part.filter((byte) => byte === 10).length
      return part.length === 0 ? undefined : write(stream, part)
    },
    async restart(): Promise<void> {
      const left = waiting()
      for (const own of [stdout, stderr]) own.total = own.passed = own.lines = 0
      for (const { stream, bytes } of left)
        await write(stream, `\n[… ${bytes} bytes of this attempt left out …]\n`)
    },
    /** Writes what waits: all of it, or what tells most. */
    async end(result: RunResult, read: ReadRest | null, lost: string): Promise<void> {
      for (const { stream, bytes } of waiting()) {
        const rest = result[stream].subarray(Math.max(0, result[stream].length - bytes))
        await write(stream, isTooLong() ? cut(stream, rest, result.outcome.ok, read, lost) : rest)
      }
    },
  }
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
