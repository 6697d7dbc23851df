import type { Step } from '../step.ts'

/** Warns of a shell without pipefail, which a program sees only if the shell exports its options, as bash can. */
export const pipefail: Step = {
  look: ({ output, world, warnings }) => {
    const options = world.env['SHELLOPTS']
    if (options === undefined || !output.rules.isStrict || world.isStdoutTty) return
    if (options.split(':').includes('pipefail')) return
    warnings.push(
      'PIPEFAIL_OFF: The shell hides failures before a pipe; turn that off with set -o pipefail.',
    )
  },
}
