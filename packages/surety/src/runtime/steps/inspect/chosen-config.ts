import { effectiveConfig } from '../../services/config/effective-config.ts'
import type { Step } from '../step.ts'

/** Refuses a chosen configuration that cannot be read. */
export const chosenConfig: Step = {
  run: async ({ run, input: { flags } }, next) => {
    if (flags.config !== undefined || flags.context !== undefined) await effectiveConfig(run)
    return next()
  },
}
