import type { Step } from '../step.ts'

/** Lets callers inspect a call in generations that want it; every answer says what it was made with. */
export const inspect: Step = {
  look: async (run, given) => {
    if (run.output.rules.inspectable) (await import('./inspect-call.ts')).beginInspected(run, given)
  },
  applies: ({ run }) => run.output.rules.inspectable,
  run: async (call, next) => (await import('./inspect-call.ts')).inspectCall(call, next),
  finish: async (run, next) => {
    if (run.output.rules.inspectable) await (await import('./provenance.ts')).addProvenance(run)
    return next()
  },
}
