import { basename } from 'node:path'

import type { Attempt, ClientEvent, RunResult } from '../../../client/index.ts'
import { isJsonObject } from '../../../contract/index.ts'
import { visibleText } from '../../../internal/visible-text.ts'

/** Describes an event in one line; undefined for events that are not shown. */
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

/** Describes how far incomplete work got; undefined if the attempt ended otherwise. */
function workLine({ verdict, outcome: { data } }: Attempt, tool: string): string | undefined {
  if (verdict.kind !== 'continue_work' || !isJsonObject(data)) return undefined
  const { done, total, unit } = isJsonObject(data['progress']) ? data['progress'] : {}
  const share = typeof total === 'number' ? `${Number(done)} of ${total}` : Number(done)
  const words = [share, ...(typeof unit === 'string' ? [unit] : []), 'done']
  return visibleText(`${tool}: ${words.join(' ')}, continuing`)
}

/** What a failed call is described by. */
type FailedCall = Pick<RunResult, 'timing' | 'verdict'> & {
  readonly attempts: readonly unknown[]
  readonly outcome: Pick<RunResult['outcome'], 'error'>
}

/**
 * Describes a failed call in one line: the number of attempts, and why there was no other; null if the error
 * itself says all of it.
 */
export function failureLine({ attempts, timing, verdict, outcome }: FailedCall): string | null {
  const isKnown = verdict.message === outcome.error?.message
  if (attempts.length === 1) return isKnown ? null : verdict.message
  const waited = timing.waited_ms > 0 ? `, ${seconds(timing.waited_ms)} waited` : ''
  return `${attempts.length} attempts${waited}${isKnown ? '' : `; ${verdict.message}`}`
}

/** Gives the short name of a command line, for progress. */
export function shortName(argv: readonly string[]): string {
  const [program = '', ...words] = argv
  const isScript = /^(node|python3?|ruby|deno|bun|tsx)$/.test(basename(program))
  const script = isScript ? words.find((word) => !word.startsWith('-')) : undefined
  return basename(script ?? program)
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms}ms` : `${Math.round(ms / 100) / 10}s`
}
