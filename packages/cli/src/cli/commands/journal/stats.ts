import {
  journalStats,
  lastPart,
  passes,
  STATS_KEYS,
  type JournalAnswer,
  type JournalEntry,
  type StatsGroup,
} from '@surety/client/unstable/client'
import { given } from '@surety/internal/given.ts'
import { oneLine } from '@surety/internal/visible-text.ts'
import { durationText, renderTable } from 'surety/unstable/human'
import { defineCommand, type Screen } from 'surety/unstable/runtime'
import { examples, flag } from '../../input/option-kinds.ts'
import { s } from 'surety/unstable/schema'
import { stateOptions } from '../../state-folder.ts'
import { filterOptions, journalEntries, toFilter } from './entry-filter.ts'

/** How many groups an answer has; those with the most failures come first. */
const FIRST = 8

interface Figures {
  readonly tokens?: readonly Cost[]
  readonly total: StatsGroup
  readonly groups: readonly (StatsGroup & { readonly share_of_tool: number | null })[]
  readonly groups_left_out?: number
}

export const command = defineCommand({
  description: 'Counts attempts and failures by tool, operation, target, code and exit code',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The figures are complete' },
  options: {
    by: s
      .array(s.enum(STATS_KEYS))
      .default(['tool', 'operation', 'target', 'code', 'exit_code'])
      .describe('Field to group by'),
    all: flag(`Shows every group, not only the first ${FIRST}`),
    tokens: flag('Adds the tokens that calls cost, with surety and without it, by tool'),
    ...filterOptions,
    ...stateOptions,
  },
  examples: examples({
    'Find out which writes failed': 'surety journal stats --operation write --by tool --by target',
    'See what calls cost': 'surety journal stats --tokens',
    'Count the last 24 hours by tool': 'surety journal stats --since 24h --by tool',
  }),
  text: (figures, screen) => statsText(figures as unknown as Figures, screen),
  run: async (ctx) => {
    const { by, tokens: wantsTokens } = ctx.options
    const attemptsOf = new Map<string, number>()
    const filter = toFilter(ctx.options, ctx.now())
    const { since, tool } = filter
    const costs = new Map<string, Cost>()
    const onAnswer = (answer: JournalAnswer): void => {
      if (passes(answer as unknown as JournalEntry, given({ tool, since }))) addCost(costs, answer)
    }
    // Only failures name an operation or a target, so their failure rate is always 1; the share among all
    // attempts of the tool is counted as well.
    const matching = async function* () {
      for await (const entry of journalEntries(ctx, onAnswer)) {
        if (!passes(entry, given({ since }))) continue
        attemptsOf.set(entry.tool, (attemptsOf.get(entry.tool) ?? 0) + 1)
        if (passes(entry, filter)) yield entry
      }
    }
    const { from, to, total, groups } = await journalStats(matching(), { by })
    const shared = groups.map((group) => {
      const { key, failures } = group
      const attempts = typeof key.tool === 'string' ? attemptsOf.get(key.tool) : undefined
      return { ...group, share_of_tool: attempts === undefined ? null : failures / attempts }
    })
    const tokens = wantsTokens ? { tokens: inTokens(costs) } : {}
    const shown = ctx.options.all ? shared : shared.slice(0, FIRST)
    const groups_left_out = shared.length - shown.length || undefined
    return given({ by, from, to, total, groups: shown, groups_left_out, ...tokens })
  },
})

function statsText(
  { total, groups, groups_left_out: leftOut = 0, tokens }: Figures,
  screen: Screen,
): string {
  const { paint, glyphs } = screen
  if (total.attempts === 0) return paint.dim('No attempts.')
  const totals = [
    paint.bold(`${total.failures} of ${total.attempts} failed`),
    percent(total.failure_rate),
    `p50 ${durationText(total.duration_ms.p50)}`,
    `p95 ${durationText(total.duration_ms.p95)}`,
    `${total.retries} retries`,
  ]
  const { lines } = renderTable(groups.map(toColumns), screen)
  const rest = leftOut > 0 ? [paint.dim(`and ${leftOut} more groups: --all shows them`)] : []
  const costs = tokens ? ['', ...renderTable(tokens.map(toCells), screen).lines] : []
  return [totals.join(` ${glyphs.dot} `), '', ...lines, ...rest, ...costs].join('\n')
}

function toColumns(group: Figures['groups'][number]) {
  const { key, attempts, failures, failure_rate, share_of_tool, duration_ms } = group
  return {
    ...Object.fromEntries(Object.entries(key).map(([name, value]) => [name, shown(name, value)])),
    attempts,
    failures,
    rate: percent(failure_rate),
    ...(share_of_tool !== null && { of_tool: percent(share_of_tool) }),
    p50_ms: duration_ms.p50,
    p95_ms: duration_ms.p95,
  }
}

function shown(name: string, value: string | number | null | undefined): string | number | null {
  if (typeof value !== 'string') return value ?? null
  return oneLine(name === 'tool' ? lastPart(value) : value)
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`
}

/** Bytes per token of o200k: 1.8 for bare numbers, 4 for prose. */
const BYTES_PER_TOKEN = 3.5

/** What the calls of a tool cost, in estimated tokens. */
interface Cost {
  readonly tool: string
  readonly calls: number
  readonly bare: number
  readonly answered: number
  /** Calls that cost more than the program alone, and how much. */
  readonly losses: number
  readonly lost: number
}

const toCells = (cost: Cost) => ({ ...cost, tool: oneLine(lastPart(cost.tool)) })

/** Adds what a call cost, in bytes. */
function addCost(costs: Map<string, Cost>, { tool, printed, answered }: JournalAnswer): void {
  const before = costs.get(tool) ?? { calls: 0, bare: 0, answered: 0, losses: 0, lost: 0 }
  const more = Math.max(0, answered - printed)
  costs.set(tool, {
    tool,
    calls: before.calls + 1,
    bare: before.bare + printed,
    answered: before.answered + answered,
    losses: before.losses + (more > 0 ? 1 : 0),
    lost: before.lost + more,
  })
}

function inTokens(costs: ReadonlyMap<string, Cost>): readonly Cost[] {
  const tokens = (bytes: number) => Math.round(bytes / BYTES_PER_TOKEN)
  return [...costs.values()]
    .map(({ bare, answered, lost, ...cost }) => ({
      ...cost,
      bare: tokens(bare),
      answered: tokens(answered),
      lost: tokens(lost),
    }))
    .toSorted((one, other) => other.answered - one.answered)
}
