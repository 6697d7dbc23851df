import type { Cli } from '../../declare/cli.ts'
import { defineGroup, type Group } from '../../declare/groups/group.ts'

/** Makes the `job` group, for background jobs of all commands and, where it `outlives` its call, for their work. */
export function jobGroup(cli: Cli, outlives = false): Group {
  const load = () => import('./job.ts')
  const wait = {
    description: 'Waits for a job and returns its answer',
    load: async () => (await load()).jobWaitCommand(cli),
  }
  return defineGroup({
    description: `${outlives ? 'Waits for, shows' : 'Shows'} and stops background jobs`,
    commands: {
      ...(outlives && { wait }),
      status: {
        description: 'Shows the status of a job',
        load: async () => (await load()).jobStatusCommand(cli, outlives),
      },
      cancel: {
        description: outlives ? 'Stops a job and discards its checkpoint' : 'Stops a job',
        load: async () => (await load()).jobCancelCommand(cli, outlives),
      },
    },
  })
}
