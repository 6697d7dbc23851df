import { warn } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Warns of `--no-injection-protection`, which `labelExternal` follows. */
export const injectionProtection: Step = {
  look: (run, { flags }) => {
    if (flags.noInjectionProtection)
      warn(run, 'INJECTION_PROTECTION_DISABLED: Content from outside is not labelled.')
  },
}
