import type { Step } from '../step.ts'

/** Refuses calls of a tool that is not set up yet, before their input is judged, and points to its `init`. */
export const init: Step = {
  since: '1.16',
  look: async (run, { flags }) => {
    const { init: declared } = run.cli.declaration
    const isOurs = run.isBuiltin || run.path[0] === 'init'
    if (!declared || isOurs || flags.schema) return
    await (await import('./require-init.ts')).requireInit(run, () => declared.isDone())
  },
}
