import type { Finding, Report } from '../../packages/check/src/conformance/report/report.ts'
import type { Status } from './statuses.ts'

/** What the reader wants to see. */
export interface Filter {
  readonly statuses: ReadonlySet<Status>
  readonly level: 'all' | '1' | '2' | '3'
  readonly query: string
}

/** Findings come first; without any the page would open empty, so it shows what is kept. */
export function firstFilter({ summary }: Report): Filter {
  const isClean = summary.broken + summary.not_shown === 0
  return {
    statuses: new Set<Status>(isClean ? ['broken', 'not_shown', 'kept'] : ['broken', 'not_shown']),
    level: 'all',
    query: '',
  }
}

/** Tests whether a finding is to be shown. Every word of the query must be somewhere in it. */
export function isShown(finding: Finding, filter: Filter, report: Report): boolean {
  if (!filter.statuses.has(finding.status) || !isLevel(finding, filter)) return false
  if (filter.query.trim() === '') return true
  const runs = finding.evidence.flatMap(({ run, says }) => [
    says,
    report.runs.find(({ id }) => id === run)?.command ?? '',
  ])
  const { check, title, summary, needs, why, fix, requirements } = finding
  return hasWords([check, title, summary, needs ?? '', why, fix, ...requirements, ...runs], filter)
}

/** Tests the level that the reader chose. */
export function isLevel({ level }: { readonly level: number }, filter: Filter): boolean {
  return filter.level === 'all' || filter.level === String(level)
}

/** Tests whether every word of the query is in one of the texts. */
export function hasWords(texts: readonly string[], { query }: Filter): boolean {
  const text = texts.join('\n').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
