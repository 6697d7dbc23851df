import { readJournal, tailJournal, type JournalEntry } from '../../../client/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { journalDirOf, stateDirOf, stateOptions } from '../../state-folder.ts'
import { filterOptions, SkippedLines, toFilter, withFilter } from './entry-filter.ts'

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
  run: async ({ options, processEnv, now, warn }) => {
    const folder = journalDirOf(stateDirOf(options.stateDir, processEnv))
    const skipped = new SkippedLines()
    const passing = withFilter(readJournal(folder, { onProblem: skipped.add }), {
      ...toFilter(options, now()),
      isFailure: options.failures,
    })
    const last = await tailJournal(passing, options.lines)
    for (const warning of skipped.warnings()) warn(warning)
    return [...last]
  },
})

/** The columns shown at a terminal. */
function toColumns(entry: JournalEntry) {
  return {
    time: entry.time,
    argv: quoteWords(entry.argv),
    exit_code: entry.exit_code,
    code: entry.code,
    verdict: entry.verdict,
    reason: entry.reason,
    operation: entry.operation,
    target: entry.target,
    attempt: entry.attempt,
    duration_ms: entry.duration_ms,
  }
}
