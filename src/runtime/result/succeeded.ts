import type { JsonValue } from '../../contract/index.ts'
import type { RunEnd, UnfinishedOutcome } from '../run/ending/run-end.ts'
import type { Run } from '../run/run-state.ts'

export type SuccessEnd = Extract<RunEnd, { kind: 'data' | 'text' | 'not-modified' | 'help' }>

export function isSuccess(end: RunEnd): end is SuccessEnd {
  return ['data', 'text', 'not-modified', 'help'].includes(end.kind)
}

/** Turns the end of a run that came to its end into its outcome. */
export function succeeded(run: Run, end: SuccessEnd): UnfinishedOutcome {
  if (end.kind === 'help') return end.outcome
  if (end.kind === 'not-modified') return { ...withData(run, null), meta: { not_modified: true } }
  return withData(run, end.data, end.type)
}

function withData(run: Run, data: JsonValue, type?: string): UnfinishedOutcome {
  // A failure has its next steps in the error.
  const steps = [...run.notes.nextSteps, ...(run.command?.declaration.nextSteps ?? [])]
  const commands = steps.map((step) => ({ ...step }))
  return {
    data,
    failure: null,
    ...(type !== undefined && { type }),
    ...(commands.length > 0 && { cta: { description: 'Next:', commands } }),
  }
}
