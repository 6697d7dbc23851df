import { isJsonObject } from '../../../contract/index.ts'
import { stepEvents } from '../../run/step-events.ts'
import type { Step } from '../step.ts'

/** Adds to the data of a success which steps it took. */
export const reportedSteps: Step = {
  run: async ({ run, input }, next) => {
    const end = await next()
    if (end.kind !== 'data' || !stepEvents(run) || !isJsonObject(end.data)) return end
    const { stepReport } = await import('../../run/step-report.ts')
    const { resume_from: _none, ...report } = stepReport(run, null)
    // Whoever asked for undoing is told that there was nothing to undo.
    const rollback = input.flags.rollbackOnFailure && { rollback_status: 'not_attempted' }
    return { ...end, data: { ...end.data, ...report, ...rollback } }
  },
}
