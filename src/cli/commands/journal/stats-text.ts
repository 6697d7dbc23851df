import type { StatsGroup } from '../../../client/index.ts'
import { oneLine } from '../../../internal/visible-text.ts'
import { durationText, renderTable, type Screen } from '../../../runtime/human/index.ts'
import { renderBars } from './bar-chart.ts'
import { sparkline } from './sparkline.ts'
import type { Trend } from './trend.ts'

/** The answer of `journal stats`. */
export interface Figures {
  readonly total: StatsGroup
  readonly groups: readonly (StatsGroup & { readonly share_of_tool: number | null })[]
  readonly from: string | null
  readonly to: string | null
  readonly trend: Trend
}

/** The number of groups in the bar chart. */
const MAX_BARS = 10

/** Draws the figures: totals, trend, a table, and a bar chart of failures. */
export function statsText(figures: Figures, screen: Screen): string {
  const { total, groups, trend } = figures
  const { paint, glyphs } = screen
  if (total.attempts === 0) return paint.dim('No attempts.')
  const failing = groups.filter(({ failures }) => failures > 0).slice(0, MAX_BARS)
  return [
    [
      paint.bold(`${total.failures} of ${total.attempts} failed`),
      percent(total.failure_rate),
      `p50 ${durationText(total.duration_ms.p50)}`,
      `p95 ${durationText(total.duration_ms.p95)}`,
      `${total.retries} retries`,
    ].join(` ${glyphs.dot} `),
    ...(trend.attempts.length > 1
      ? [
          `${paint.dim('attempts')}  ${sparkline(trend.attempts, glyphs)}`,
          `${paint.dim('failures')}  ${paint.red(sparkline(trend.failures, glyphs))}`,
        ]
      : []),
    '',
    ...renderTable(groups.map(toColumns), screen).lines,
    ...(failing.length > 1
      ? ['', paint.bold('Failures'), ...renderBars(failing.map(toBar), screen)]
      : []),
  ].join('\n')
}

function toColumns({
  key,
  attempts,
  failures,
  failure_rate,
  share_of_tool,
  duration_ms,
}: Figures['groups'][number]) {
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

function toBar({ key, failures, failure_rate }: StatsGroup) {
  const label = Object.entries(key)
    .flatMap(([name, value]) => shown(name, value) ?? [])
    .join(' ')
  return { label: label || 'all', value: failures, note: `${failures} (${percent(failure_rate)})` }
}

function shown(name: string, value: string | number | null | undefined): string | number | null {
  if (typeof value !== 'string') return value ?? null
  return oneLine(name === 'tool' ? (value.split(/[\\/ ]/).at(-1) ?? value) : value)
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`
}
