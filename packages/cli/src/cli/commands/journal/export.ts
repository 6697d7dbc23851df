import { passes, type JournalEntry } from '@surety/client/unstable/client'
import { attributeList, nanos, postOtlp, resourceOf } from '@surety/internal/telemetry/otlp.ts'
import { defineCommand } from 'surety/unstable/runtime'
import { examples, flag, lasting, passing, problemIf } from '../../input/option-kinds.ts'
import { stateOptions } from '../../state-folder.ts'
import { filterOptions, journalEntries, toFilter } from './entry-filter.ts'

/** Upper bounds of durations, in seconds. */
const BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
const SEND_MS = 10_000

interface Series {
  readonly labels: Readonly<Record<string, string>>
  /** One more than there are bounds. */
  readonly buckets: number[]
  count: number
  seconds: number
}

export const command = defineCommand({
  description: 'Writes the journal as metrics: attempts and durations by tool and outcome',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The text is in data, or the collector took the metrics',
    ARG_ERROR: 'Neither --prometheus nor --otlp was given, or no collector is named',
    UNAVAILABLE: 'The collector did not take the metrics',
  },
  errors: {
    COLLECTOR_MISSING: lasting('ARG_ERROR', 'OTEL_EXPORTER_OTLP_ENDPOINT is not set'),
    COLLECTOR_FAILED: passing('UNAVAILABLE', 'The collector did not take the metrics'),
  },
  options: {
    prometheus: flag('Writes text for Prometheus; with --format plain nothing else is printed'),
    otlp: flag('Sends to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names'),
    ...filterOptions,
    ...stateOptions,
  },
  examples: examples({
    'Write a file for the textfile collector':
      'surety journal export --prometheus --format plain > surety.prom',
  }),
  validate: ({ options }) =>
    problemIf(
      options.prometheus === options.otlp,
      '--prometheus',
      'MISSING_ARGUMENT',
      'Use --prometheus or --otlp.',
    ),
  text: (data) => ((data as { text?: string }).text ?? '').trimEnd(),
  run: async (ctx) => {
    const { options, processEnv, now, fail } = ctx
    const filter = toFilter(options, now())
    const found = new Map<string, Series>()
    let first: string | undefined
    for await (const entry of journalEntries(ctx)) {
      if (!passes(entry, filter)) continue
      first ??= entry.time
      count(found, entry)
    }
    const series = [...found.values()]
    if (options.prometheus) return { series: series.length, text: toPrometheus(series) }
    const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: own } =
      processEnv
    if (!all && !own)
      return fail('COLLECTOR_MISSING', 'OTEL_EXPORTER_OTLP_ENDPOINT names no collector.')
    const start = first === undefined ? now() : new Date(first)
    const document = toOtlp(series, start, now(), processEnv)
    const sent = postOtlp(processEnv, 'metrics', document, AbortSignal.timeout(SEND_MS))
    await sent.catch(({ message }: Error) =>
      fail('COLLECTOR_FAILED', `The collector did not take the metrics: ${message}.`),
    )
    return { series: series.length }
  },
})

function count(found: Map<string, Series>, entry: JournalEntry): void {
  const { tool, outcome, code, verdict, duration_ms: ms } = entry
  const labels = { tool, outcome, code: code ?? '', verdict }
  const key = JSON.stringify(labels)
  const buckets = [...BOUNDS, Infinity].map(() => 0)
  const series = found.get(key) ?? { labels, buckets, count: 0, seconds: 0 }
  found.set(key, series)
  const seconds = ms / 1000
  const at = BOUNDS.findIndex((bound) => seconds <= bound)
  series.buckets[at === -1 ? BOUNDS.length : at]! += 1
  series.count += 1
  series.seconds += seconds
}

function toPrometheus(all: readonly Series[]): string {
  const name = 'surety_attempt_duration_seconds'
  const lines = [
    `# HELP ${name} Duration of attempts, from the journal.`,
    `# TYPE ${name} histogram`,
  ]
  for (const { labels, buckets, count: total, seconds } of all) {
    const shown = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`)
    let sum = 0
    for (const [at, bound] of [...BOUNDS, '+Inf'].entries()) {
      sum += buckets[at]!
      lines.push(`${name}_bucket{${[...shown, `le="${bound}"`].join(',')}} ${sum}`)
    }
    lines.push(`${name}_sum{${shown.join(',')}} ${seconds}`)
    lines.push(`${name}_count{${shown.join(',')}} ${total}`)
  }
  return `${lines.join('\n')}\n`
}

function escaped(value: string): string {
  return value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
}

function toOtlp(all: readonly Series[], start: Date, end: Date, env: NodeJS.ProcessEnv) {
  const dataPoints = all.map(({ labels, buckets, count: total, seconds }) => ({
    attributes: attributeList({
      'process.executable.name': labels['tool'],
      'error.type': labels['code'] === '' ? undefined : labels['code'],
      'surety.outcome': labels['outcome'],
      'surety.verdict': labels['verdict'],
    }),
    startTimeUnixNano: nanos(start.getTime()),
    timeUnixNano: nanos(end.getTime()),
    count: String(total),
    sum: seconds,
    bucketCounts: buckets.map(String),
    explicitBounds: BOUNDS,
  }))
  const histogram = { aggregationTemporality: 2, dataPoints }
  const metric = { name: 'surety.attempt.duration', unit: 's', histogram }
  const scope = { scope: { name: 'surety' }, metrics: [metric] }
  return { resourceMetrics: [{ resource: resourceOf(env), scopeMetrics: [scope] }] }
}
