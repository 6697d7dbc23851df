import { readJournal, tailJournal, type JournalEntry } from '../../../client/index.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { filterOptions, toFilter, withFilter } from './entry-filter.ts'
import { journalDirOf, stateOptions, stateDirOf } from '../../state-folder.ts'

/** Shows the latest attempts. */
export const command = defineCommand({
  description: 'Shows the latest attempts',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The attempts are listed, oldest first' },
  options: {
    lines: s
      .integer()
      .min(1)
      .max(10_000)
      .default(20)
      .short('n')
      .describe('Number of attempts to show'),
    failures: s.boolean().default(false).describe('Shows failures only'),
    ...filterOptions,
    ...stateOptions,
  },
  examples: [{ description: 'The last five', command: 'surety journal tail -n 5' }],
  view: (entries) => (entries as unknown as readonly JournalEntry[]).map(toColumns),
  run: async ({ options, variables, now }) => {
    const folder = journalDirOf(stateDirOf(options.stateDir, variables))
    const passing = withFilter(readJournal(folder), {
      ...toFilter(options, now()),
      isFailure: options.failures,
    })
    return [...(await tailJournal(passing, options.lines))]
  },
})

/** The columns shown at a terminal. */
function toColumns(entry: JournalEntry) {
  return {
    time: entry.time,
    tool: entry.tool.split(/[\\/ ]/).at(-1) ?? entry.tool,
    command: entry.command,
    outcome: entry.outcome,
    code: entry.code,
    operation: entry.operation,
    target: entry.target,
    verdict: entry.verdict,
    attempt: entry.attempt,
    duration_ms: entry.duration_ms,
  }
}
