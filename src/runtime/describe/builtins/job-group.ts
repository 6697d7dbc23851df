import type { Cli } from '../../declare/cli.ts'
import { defineGroup, type Group } from '../../declare/group.ts'

/** The commands that follow up on background jobs, whichever command started them. */
export function jobGroup(cli: Cli): Group {
  return defineGroup({
    description: 'Follows up on background jobs',
    commands: {
      status: {
        description: 'Tells how a job is getting on',
        load: async () => (await import('./job.ts')).jobStatusCommand(cli),
      },
      cancel: {
        description: 'Stops a job',
        load: async () => (await import('./job.ts')).jobCancelCommand(cli),
      },
    },
  })
}
