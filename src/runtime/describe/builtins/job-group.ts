import type { Cli } from '../../declare/cli.ts'
import { defineGroup, type Group } from '../../declare/groups/group.ts'

/** Makes the `job` group of contract 1.16, which also waits and knows the work that outlives its call. */
function currentJobGroup(cli: Cli): Group {
  const load = () => import('./current-job.ts')
  return defineGroup({
    description: 'Waits for, shows and stops background jobs',
    commands: {
      wait: {
        description: 'Waits for a job and returns its answer',
        load: async () => (await load()).jobWaitCommand(cli),
      },
      status: {
        description: 'Shows the status of a job',
        load: async () => (await load()).currentStatusCommand(cli),
      },
      cancel: {
        description: 'Stops a job and discards its checkpoint',
        load: async () => (await load()).currentCancelCommand(cli),
      },
    },
  })
}

/** Makes the `job` group, for the background jobs of all commands. */
export function jobGroup(cli: Cli, isCurrent = false): Group {
  if (isCurrent) return currentJobGroup(cli)
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
