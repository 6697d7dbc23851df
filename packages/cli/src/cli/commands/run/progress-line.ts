import { basename } from 'node:path'

import type { Attempt, ClientEvent, RunResult } from '@surety/client/unstable/client'
import { objectOf, isJsonObject } from 'surety/unstable/contract'
import { visibleText } from '@surety/internal/visible-text.ts'

export function progressLine(event: ClientEvent, tool: string): string | undefined {
  switch (event.kind) {
    case 'attempt_started':
      return event.attempt === 1 ? tool : `${tool}: attempt ${event.attempt}`
    case 'waiting':
      return `${tool}: ${event.verdict.reason}, next attempt in ${seconds(event.wait_ms)}`
    case 'page':
      return `${tool}: page ${event.index + 1}`
    case 'attempt_ended':
      return workLine(event.attempt, tool)
    case 'anomaly':
      return undefined
  }
}

function workLine({ verdict, outcome: { data } }: Attempt, tool: string): string | undefined {
  if (verdict.kind !== 'continue_work' || !isJsonObject(data)) return undefined
  const { done, total, unit } = objectOf(data['progress'])
  const share = typeof total === 'number' ? `${Number(done)} of ${total}` : Number(done)
  const words = [share, ...(typeof unit === 'string' ? [unit] : []), 'done']
  return visibleText(`${tool}: ${words.join(' ')}, continuing`)
}

type FailedCall = Pick<RunResult, 'timing' | 'verdict'> & {
  readonly attempts: readonly unknown[]
  readonly outcome: Pick<RunResult['outcome'], 'error'>
}

/** Describes a failed call in one line; null if the error itself says all of it. */
export function failureLine({ attempts, timing, verdict, outcome }: FailedCall): string | null {
  const isKnown = verdict.message === outcome.error?.message
  if (attempts.length === 1) return isKnown ? null : verdict.message
  const waited = timing.waited_ms > 0 ? `, ${seconds(timing.waited_ms)} waited` : ''
  return `${attempts.length} attempts${waited}${isKnown ? '' : `; ${verdict.message}`}`
}

export function shortName(argv: readonly string[]): string {
  const [program = '', ...words] = argv
  const isScript = /^(node|python3?|ruby|deno|bun|tsx)$/.test(basename(program))
  const script = isScript ? words.find((word) => !word.startsWith('-')) : undefined
  return basename(script ?? program)
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms}ms` : `${Math.round(ms / 100) / 10}s`
}

const LINE_FEED = 10
const CLEAR_LINE = '\r\u001b[2K'
/** A longer line is written in parts. */
const MAX_LINE = 64 * 1024

interface ErrorStream {
  readonly isTTY?: boolean
  write(bytes: Uint8Array | string): unknown
}

/** Forwards the stderr of a tool. A terminal gets whole lines, because progress would overwrite an unfinished one. */
export function passStderr(open: () => ErrorStream, isDrawn: boolean) {
  // Node takes milliseconds to open the stream, and most tools write nothing.
  let stream: ErrorStream | undefined
  let rest = Buffer.alloc(0)
  const show = (bytes: Uint8Array, end = ''): void => {
    const text = withoutControls(Buffer.from(bytes).toString('utf8'))
    stream?.write(`${isDrawn ? CLEAR_LINE : ''}${text}${end}`)
  }
  return {
    take(chunk: Uint8Array): void {
      stream ??= open()
      if (stream.isTTY !== true) return void stream.write(chunk)
      const text = Buffer.concat([rest, chunk])
      const end = text.lastIndexOf(LINE_FEED) + 1
      rest = text.subarray(end)
      if (end > 0) show(text.subarray(0, end))
      if (rest.length > MAX_LINE) this.end()
    },
    end(): void {
      if (rest.length > 0) show(rest, '\n')
      rest = Buffer.alloc(0)
    },
  }
}

// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const COLOUR = /(\u001b\[[\d;:]{0,40}m)/
const RESET = '\u001b[0m'

function withoutControls(text: string): string {
  const parts = text.replaceAll(/\r\n?/g, '\n').split(COLOUR)
  const shown = parts.map((part, index) => (index % 2 === 1 ? part : visibleText(part, '\n\t')))
  return shown.join('') + (parts.length > 1 ? RESET : '')
}
