import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'

import { oneLine } from '../../packages/internal/src/visible-text.ts'
import { byNeed } from '../../packages/check/src/conformance/report/report.ts'
import {
  TOPICS,
  type Finding,
  type Report,
  type Topic,
} from '../../packages/check/src/conformance/report/report.ts'
import { FilterBar } from './filter-bar.tsx'
import { firstFilter, hasWords, isLevel, isShown, type Filter } from './filter.ts'
import { FindingCard, LeftOutCard } from './finding-card.tsx'
import { PageHeader } from './page-header.tsx'
import { endOf, RunView } from './run-view.tsx'
import type { Status } from './statuses.ts'

/** The whole page. */
export function ReportPage({ report }: { readonly report: Report }) {
  const target = useTarget()
  const [filter, setFilter] = useState<Filter>(() => firstFilter(report))
  useEffect(() => {
    const status = statusOf(report, target)
    // A link leads to its finding, whatever the filter hides.
    if (status !== undefined)
      setFilter(({ statuses }) => ({
        statuses: new Set([...statuses, status]),
        level: 'all',
        query: '',
      }))
  }, [report, target])
  const findings = report.findings.filter((finding) => isShown(finding, filter, report))
  const leftOut = filter.statuses.has('left_out')
    ? report.left_out.filter(
        (item) => isLevel(item, filter) && hasWords([item.check, item.title, item.reason], filter),
      )
    : []
  const withStatus = (status: Finding['status']) =>
    findings.filter((finding) => finding.status === status)
  const card = (finding: Finding) => (
    <FindingCard
      key={finding.check}
      finding={finding}
      report={report}
      isTarget={finding.check === target}
    />
  )
  const count = findings.length + leftOut.length
  const total = report.findings.length + report.left_out.length
  return (
    <>
      <a class="skip" href="#findings">
        Skip to the findings
      </a>
      <PageHeader report={report} />
      <main id="findings" tabIndex={-1}>
        <h2>Findings</h2>
        <FilterBar report={report} filter={filter} onFilter={setFilter} />
        <p role="status" class="muted">
          {count} of {total} checks shown
        </p>
        {count === 0 && <p class="nothing">{nothingText(report, filter)}</p>}
        {[true, false].map((isRed) => (
          <ByTopic
            key={isRed}
            findings={withStatus('broken').filter((each) => isRedOne(each) === isRed)}
            card={card}
          />
        ))}
        {byNeed(findings).map(({ needs, findings: alike }) => (
          <section key={needs} aria-label={`Not shown. Needed: ${oneLine(needs)}`}>
            <h2 class="topic">
              <span class="muted">Not shown. Needed: </span>
              {oneLine(needs)}
            </h2>
            {alike.map(card)}
          </section>
        ))}
        <ByTopic findings={withStatus('kept')} card={card} />
        {leftOut.length > 0 && (
          <section aria-label="Does not apply">
            <h2 class="topic">Does not apply</h2>
            {leftOut.map((item) => (
              <LeftOutCard key={item.check} item={item} />
            ))}
          </section>
        )}
        <AllRuns report={report} />
      </main>
    </>
  )
}

/** What fails a pipeline stands before warnings, notes, and what is known. */
function isRedOne({ severity, known }: Finding): boolean {
  return severity === 'error' && known === undefined
}

function ByTopic({
  findings,
  card,
}: {
  readonly findings: readonly Finding[]
  readonly card: (finding: Finding) => JSX.Element
}) {
  return (Object.keys(TOPICS) as Topic[]).flatMap((topic) => {
    const own = findings.filter((finding) => finding.topic === topic)
    if (own.length === 0) return []
    return [
      <section key={topic} aria-label={TOPICS[topic]}>
        <h2 class="topic">{TOPICS[topic]}</h2>
        {own.map(card)}
      </section>,
    ]
  })
}

function AllRuns({ report }: { readonly report: Report }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="all-runs" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>Every run</h2> <span class="muted">{report.runs.length}</span>
      </summary>
      {isOpen &&
        report.runs.map((run) => (
          <details key={run.id} class="evidence">
            <summary>
              <span class="says">
                {run.id} {oneLine(run.probe)}
              </span>
              <span class="muted">{endOf(run)}</span>
            </summary>
            <RunView run={run} />
          </details>
        ))}
    </details>
  )
}

function nothingText(report: Report, { query, level }: Filter): string {
  if (report.findings.length === 0) return 'No check was run.'
  return query.trim() === '' && level === 'all'
    ? 'Nothing is chosen above.'
    : 'No finding matches the search.'
}

function statusOf(report: Report, check: string): Status | undefined {
  return (
    report.findings.find((finding) => finding.check === check)?.status ??
    (report.left_out.some((item) => item.check === check) ? 'left_out' : undefined)
  )
}

/** The finding that the address names. */
function useTarget(): string {
  const read = () => decodeURIComponent(location.hash.slice(1))
  const [target, setTarget] = useState(read)
  useEffect(() => {
    const onChange = () => setTarget(read())
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
  return target
}
