import {
  journalStats,
  readJournal,
  type JournalEntry,
  type StatsKey,
} from '../../../client/index.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { filterOptions, passes, toFilter, type EntryFilter } from './entry-filter.ts'
import { SkippedLines } from './skipped-lines.ts'
import { statsText, type Figures } from './stats-text.ts'
import { TrendCounter } from './trend.ts'
import { journalDirOf, stateOptions, stateDirOf } from '../../state-folder.ts'

const KEYS = [
  'tool',
  'command',
  'operation',
  'target',
  'code',
  'category',
  'exit_code',
  'verdict',
  'reason',
] as const satisfies readonly StatsKey[]

/** Summarises the journal. */
export const command = defineCommand({
  description: 'Counts attempts and failures by tool, operation, target, code and exit code',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The figures are complete' },
  options: {
    by: s
      .array(s.enum(KEYS))
      .default(['tool', 'operation', 'target', 'code', 'exit_code'])
      .describe('Member to group by; repeatable'),
    ...filterOptions,
    ...stateOptions,
  },
  examples: [
    {
      description: 'Which writes failed',
      command: 'surety journal stats --operation write --by tool --by target',
    },
    {
      description: 'The last 24 hours by tool',
      command: 'surety journal stats --since 24h --by tool',
    },
  ],
  text: (figures, screen) => statsText(figures as unknown as Figures, screen),
  run: async ({ options, processEnv, now, warn }) => {
    const folder = journalDirOf(stateDirOf(options.stateDir, processEnv))
    const counter = new TrendCounter()
    const attemptsOf = new Map<string, number>()
    const filter = toFilter(options, now())
    const skipped = new SkippedLines()
    const source = readJournal(folder, { onProblem: skipped.add })
    const entries = counted(source, filter, attemptsOf, counter)
    const stats = await journalStats(entries, { by: options.by })
    for (const warning of skipped.warnings()) warn(warning)
    return {
      by: [...options.by],
      from: stats.from,
      to: stats.to,
      total: stats.total,
      groups: stats.groups.map((group) => ({
        ...group,
        share_of_tool: shareOf(group.failures, group.key.tool, attemptsOf),
      })),
      trend: counter.trend(),
    }
  },
})

/**
 * Passes on the entries that match the filter. Only failures name an operation or a target, so their
 * failure rate is always 1; the share among all attempts of the tool is counted as well.
 */
async function* counted(
  entries: AsyncIterable<JournalEntry>,
  filter: EntryFilter,
  attemptsOf: Map<string, number>,
  counter: TrendCounter,
): AsyncGenerator<JournalEntry> {
  const inTime = filter.since === undefined ? {} : { since: filter.since }
  for await (const entry of entries) {
    if (!passes(entry, inTime)) continue
    attemptsOf.set(entry.tool, (attemptsOf.get(entry.tool) ?? 0) + 1)
    if (!passes(entry, filter)) continue
    counter.add(entry)
    yield entry
  }
}

function shareOf(
  failures: number,
  tool: string | number | null | undefined,
  attemptsOf: ReadonlyMap<string, number>,
): number | null {
  const attempts = typeof tool === 'string' ? attemptsOf.get(tool) : undefined
  return attempts === undefined ? null : failures / attempts
}
