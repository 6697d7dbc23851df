import type { Run } from '../probing/run.ts'

/** Says that a run did not end; undefined if it did. */
export function hangOf({ end, record }: Run): string | undefined {
  if (end.stopped === 'timeout') return `It did not end within ${seconds(record.duration_ms)} s.`
  if (end.stopped === 'flood') return 'It printed without end.'
  return end.startError === null ? undefined : `It could not be started (${end.startError}).`
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}

/** The exit code of a run, or what ended it instead. */
export function endOf({ exitCode, end }: Run): string {
  return String(exitCode ?? end.endedBy ?? end.stopped ?? end.startError)
}
