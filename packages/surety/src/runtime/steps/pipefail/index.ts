import { warn } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Warns of a shell without pipefail, which a program sees only if the shell exports its options, as bash can. */
export const pipefail: Step = {
  since: '1.6',
  look: (run) => {
    const { world } = run
    const options = world.env['SHELLOPTS']
    if (options === undefined || world.isStdoutTty) return
    if (options.split(':').includes('pipefail')) return
    warn(
      run,
      'PIPEFAIL_OFF: The shell hides failures before a pipe; turn that off with set -o pipefail.',
    )
  },
}
