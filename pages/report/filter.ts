import type { Finding, Report } from '../../packages/check/src/conformance/report/report.ts'
import type { Status } from './statuses.ts'

/** What the reader wants to see. */
export interface Filter {
  readonly statuses: ReadonlySet<Status>
  readonly level: 'all' | '1' | '2' | '3'
  readonly query: string
}

/** What is broken comes first; without it the page would open empty, so it shows what is kept. */
export function firstFilter({ findings }: Report): Filter {
  const has = (status: Status) => findings.some((finding) => finding.status === status)
  const second: Status = has('kept') ? 'kept' : 'not_shown'
  return {
    statuses: new Set<Status>(has('broken') ? ['broken'] : ['broken', second]),
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
