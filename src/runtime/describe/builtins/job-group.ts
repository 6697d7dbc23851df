import type { Cli } from '../../declare/cli.ts'
import { defineGroup, type Group } from '../../declare/group.ts'

/** Makes the `job` group, for the background jobs of all commands. */
export function jobGroup(cli: Cli): Group {
  return defineGroup({
    description: 'Shows and stops background jobs',
    commands: {
      status: {
        description: 'Shows the status of a job',
        load: async () => (await import('./job.ts')).jobStatusCommand(cli),
      },
      cancel: {
        description: 'Stops a job',
        load: async () => (await import('./job.ts')).jobCancelCommand(cli),
      },
    },
  })
}
