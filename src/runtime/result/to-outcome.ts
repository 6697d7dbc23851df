import type { JsonValue } from '../../contract/index.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import type { Run } from '../run/run-state.ts'
import type { UnfinishedOutcome } from '../run/ending/unfinished-outcome.ts'

/**
 * Turns the end of a run into its outcome. Returns a promise only for failures, whose module is loaded
 * on demand.
 */
export function toOutcome(run: Run, end: RunEnd): UnfinishedOutcome | Promise<UnfinishedOutcome> {
  switch (end.kind) {
    case 'text':
    case 'data':
      return success(run, end.data, end.type)
    case 'not-modified':
      return { ...success(run, null), meta: { not_modified: true } }
    case 'help':
      return end.outcome
    default:
      return import('./failure/failure-outcome.ts').then(({ failureOutcome }) =>
        failureOutcome(run, end),
      )
  }
}

function success(run: Run, data: JsonValue, type?: string): UnfinishedOutcome {
  const cta = nextStepsOf(run)
  return {
    data,
    failure: null,
    ...(type !== undefined && { type }),
    ...(cta !== null && { cta }),
  }
}

/** Collects the next steps of a success; a failure has its own, in the error. */
function nextStepsOf(run: Run): JsonValue {
  const { nextSteps = [] } = run.command?.declaration ?? {}
  if (run.nextSteps.length === 0 && nextSteps.length === 0) return null
  const commands = [...run.nextSteps, ...nextSteps].map((step) => ({ ...step }))
  return { description: 'Next:', commands }
}
