import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { instanceFolder } from '../../run/instance-folder.ts'
import type { Run } from '../../run/run-state.ts'

/** How long a file that was handed over stays, unless its command says otherwise. */
export const KEPT_SECONDS = 300

/** The folder of all that the calls of a tool leave outside of their processes. */
export function baseOf({ cli, world }: Run): string {
  const own = instanceFolder(cli, world.env)
  return own === null ? join(world.env['TMPDIR'] || tmpdir(), cli.declaration.name) : `${own}/tmp`
}
