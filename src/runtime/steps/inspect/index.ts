import type { Step } from '../step.ts'

/** Lets callers inspect a call in generations that want it; every answer says what it was made with. */
export const inspect: Step = {
  since: '1.16',
  look: async (run, given) => (await import('./inspect-call.ts')).beginInspected(run, given),
  run: async (call, next) => (await import('./inspect-call.ts')).inspectCall(call, next),
  finish: async (run, next) => {
    await (await import('./provenance.ts')).addProvenance(run)
    return next()
  },
}
