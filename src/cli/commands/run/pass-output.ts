import type { RunResult, Verdict } from '../../../client/index.ts'
import { excerptOf } from './excerpt.ts'
import type { ReadRest } from './plain-answer.ts'

type Stream = 'stdout' | 'stderr'

const AT_ONCE = 0.6

export class PassedOutput {
  readonly #write: (stream: Stream, bytes: Uint8Array | string) => void | Promise<void>
  readonly #most: number
  readonly #passed: Record<Stream, number> = { stdout: 0, stderr: 0 }
  readonly #total: Record<Stream, number> = { stdout: 0, stderr: 0 }
  readonly #lines: Record<Stream, number> = { stdout: 0, stderr: 0 }

  constructor(
    write: (stream: Stream, bytes: Uint8Array | string) => void | Promise<void>,
    most: number,
  ) {
    this.#write = write
    this.#most = most
  }

  take(stream: Stream, chunk: Uint8Array): void | Promise<void> {
    const { stdout, stderr } = this.#passed
    const room = Math.max(0, this.#most * AT_ONCE - stdout - stderr)
    this.#total[stream] += chunk.length
    // What follows a part that waits has to wait as well.
    if (this.#total[stream] - chunk.length > this.#passed[stream]) return
    const part = chunk.subarray(0, Math.min(chunk.length, Math.floor(room)))
    this.#passed[stream] += part.length
    this.#lines[stream] += part.filter((byte) => byte === 10).length
    return part.length === 0 ? undefined : this.#write(stream, part)
  }

  async restart(): Promise<void> {
    for (const stream of ['stdout', 'stderr'] as const) {
      const waiting = this.#total[stream] - this.#passed[stream]
      this.#total[stream] = this.#passed[stream] = this.#lines[stream] = 0
      if (waiting > 0)
        await this.#write(stream, `\n[… ${waiting} bytes of this attempt left out …]\n`)
    }
  }

  get isTooLong(): boolean {
    return this.#total.stdout + this.#total.stderr > this.#most
  }

  /** Writes what waits: all of it, or what tells most. */
  async end(result: RunResult, read: ReadRest | null): Promise<void> {
    for (const stream of ['stdout', 'stderr'] as const) {
      const waiting = this.#total[stream] - this.#passed[stream]
      if (waiting <= 0) continue
      const bytes = result[stream]
      const rest = bytes.subarray(Math.max(0, bytes.length - waiting))
      await this.#write(stream, this.isTooLong ? this.#cut(stream, rest, result, read) : rest)
    }
  }

  #cut(stream: Stream, rest: Uint8Array, { outcome }: RunResult, read: ReadRest | null): string {
    const before = this.#lines[stream]
    const how = (from: number, to: number): string =>
      read === null ? '' : `: ${read({ from, to }, stream)}`
    const kind = outcome.ok ? 'result' : 'failure'
    const text = new TextDecoder().decode(rest)
    const shown = excerptOf(text, this.#most * (1 - AT_ONCE), kind, (gap) => {
      const [from, to] = [gap.from + before, gap.to + before]
      return `[… lines ${from} to ${to} left out${how(from, to)} …]`
    })
    return shown.text
  }
}

/** The exit code with which `timeout` and others say that they stopped a program. */
const STOPPED = 124

export function programExit({ outcome, attempts }: RunResult): number {
  if (outcome.exit === 'TIMEOUT' && outcome.error?.synthesised === true) return STOPPED
  const last = attempts.findLast(({ role }) => role === 'call')
  return last?.outcome.process?.exit_code ?? 1
}

const SAID: ReadonlySet<Verdict['reason']> = new Set([
  'DONE',
  'UNKNOWN_FAILURE',
  'IN_DOUBT',
  'NOT_RETRYABLE',
  'READ_FAILED',
  'FIX_NEEDED',
])

export function addedLine({ outcome, verdict }: RunResult): string | undefined {
  const { error } = outcome
  if (error === null) return undefined
  const isOwn = error.synthesised === true && outcome.process?.stream === null
  if (isOwn) return [error.message, error.suggestion].filter(Boolean).join(' ')
  if (!SAID.has(verdict.reason)) return `${verdict.reason}: ${verdict.message}`
  return error.synthesised === true ? error.suggestion : undefined
}
