import { traitsOf } from '../../../dialects/index.ts'
import type { Run } from '../../run/run-state.ts'

/**
 * Warns of a shell that hides the failure of a command before a pipe. A program sees that only if the shell exports
 * its options, as bash can.
 */
export function warnOfShell({ output, world, warnings }: Run, options: string): void {
  const { generation = '1.0' } = traitsOf(output.dialect)
  if (generation === '1.0' || world.isStdoutTty || options.split(':').includes('pipefail')) return
  warnings.push(
    'PIPEFAIL_OFF: The shell hides failures before a pipe; turn that off with set -o pipefail.',
  )
}
