import { endOrphans, findOrphans } from '../../../client/index.ts'
import { createRedactor } from '../../../internal/redact/redactor.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { journalDirOf, stateOptions, stateDirOf } from '../../state-folder.ts'

/** Lists processes that a killed client left running, and ends them on request. */
export const command = defineCommand({
  description: 'Lists or ends processes left running by a killed run or batch',
  danger: 'mutating',
  exitCodes: { SUCCESS: 'The processes are listed; with --end they have ended' },
  options: {
    end: s.boolean().default(false).describe('Ends them: SIGTERM, then SIGKILL after two seconds'),
    ...stateOptions,
  },
  examples: [{ description: 'End them', command: 'surety journal orphans --end' }],
  dryRun: async ({ options, processEnv }) => ({
    effect: 'would_delete',
    would_affect: { orphans: await listed(options.stateDir, processEnv) },
  }),
  run: async ({ options, processEnv }) => {
    const orphans = await listed(options.stateDir, processEnv)
    if (!options.end) return { effect: 'noop', orphans }
    const ended = await endOrphans(orphans)
    return { effect: ended.length > 0 ? 'deleted' : 'noop', orphans, ended: [...ended] }
  },
})

async function listed(given: string | undefined, env: NodeJS.ProcessEnv) {
  const orphans = await findOrphans(journalDirOf(stateDirOf(given, env)))
  const redactor = createRedactor({ env })
  return orphans.map((orphan) => ({ ...orphan, command: redactor.redact(orphan.command) }))
}
