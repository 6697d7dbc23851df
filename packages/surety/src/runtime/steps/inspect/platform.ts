import { warn } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Warns on a system that the command does not list. */
export const platform: Step = {
  look: (run) => {
    const { platform: listed } = run.command?.declaration ?? {}
    const { platform: own } = run.world
    if (!listed || listed.includes(own)) return
    const expected = listed.join(' or ')
    warn(run, `PLATFORM_UNSUPPORTED: Command not supported on ${own}; expected ${expected}.`)
  },
}
