import { useEffect, useRef, useState } from 'preact/hooks'

import { oneLine, visibleText } from '../../packages/internal/src/visible-text.ts'
import type {
  Finding,
  LeftOut,
  Report,
} from '../../packages/check/src/conformance/report/report.ts'
import { CopyButton } from './copy-button.tsx'
import { endOf, RunView } from './run-view.tsx'
import { STATUS_LABELS, type Status } from './statuses.ts'

/** Runs that are listed with a finding at first. */
const FIRST_RUNS = 5

/** Shows one finding; the broken ones are open from the start. */
export function FindingCard({
  finding,
  report,
  isTarget,
}: {
  readonly finding: Finding
  readonly report: Report
  readonly isTarget: boolean
}) {
  const [isOpen, setOpen] = useState(finding.status === 'broken' || isTarget)
  const card = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!isTarget) return
    setOpen(true)
    card.current?.scrollIntoView()
    card.current?.querySelector('summary')?.focus()
  }, [isTarget])
  return (
    <details
      ref={card}
      class={`card ${finding.status}`}
      id={finding.check}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Sign status={finding.status} />
        <span class="title">
          <h3>{finding.title}</h3>
          <span class="summary">{oneLine(finding.summary)}</span>
        </span>
        <span class="level">{rankOf(finding)}</span>
      </summary>
      {isOpen && <FindingBody finding={finding} report={report} />}
    </details>
  )
}

/** The level, or why a broken one fails nothing. */
function rankOf({ level, severity, status, known }: Finding): string {
  if (known !== undefined)
    return known.reason === null ? 'Known' : `Accepted: ${oneLine(known.reason)}`
  if (status !== 'broken' || severity === 'error') return `Level ${level}`
  return severity === 'warning' ? 'Warning' : 'Note'
}

function FindingBody({ finding, report }: { readonly finding: Finding; readonly report: Report }) {
  return (
    <div class="body">
      <dl class="reasons">
        {finding.needs !== null && (
          <div>
            <dt>Needs</dt>
            <dd>{oneLine(finding.needs)}</dd>
          </div>
        )}
        <div>
          <dt>Why</dt>
          <dd>{finding.why}</dd>
        </div>
        <div>
          <dt>Fix</dt>
          <dd>{finding.fix}</dd>
        </div>
        <div>
          <dt>Check</dt>
          <dd>
            <a href={`#${finding.check}`}>
              <code>{finding.check}</code>
            </a>
            {finding.requirements.length > 0 && `, ${finding.requirements.join(', ')}`}
          </dd>
        </div>
        {finding.reproduce !== null && (
          <div>
            <dt>Try it</dt>
            <dd class="command">
              <code tabIndex={0}>{visibleText(finding.reproduce, '\n')}</code>
              <CopyButton
                text={finding.reproduce}
                label={`Copy the command line of ${finding.check}`}
              />
            </dd>
          </div>
        )}
      </dl>
      <Evidence finding={finding} report={report} />
    </div>
  )
}

function Evidence({ finding, report }: { readonly finding: Finding; readonly report: Report }) {
  const [isWhole, setWhole] = useState(false)
  const { evidence, runs_checked: checked } = finding
  if (evidence.length === 0) return null
  const shown = isWhole ? evidence : evidence.slice(0, FIRST_RUNS)
  const rest = evidence.length - shown.length
  return (
    <>
      <h4>
        Evidence{' '}
        <span class="muted">
          {evidence.length} of {checked === 1 ? '1 run' : `${checked} runs`}
        </span>
      </h4>
      {shown.map(({ run, says }, index) => {
        const record = report.runs.find(({ id }) => id === run)
        return (
          <details
            key={`${run} ${index}`}
            class="evidence"
            open={index === 0 && finding.status === 'broken'}
          >
            <summary>
              <span class="says">{oneLine(says)}</span>
              <span class="muted">
                {record === undefined ? run : oneLine(`${record.probe}, ${endOf(record)}`)}
              </span>
            </summary>
            {record !== undefined && <RunView run={record} />}
          </details>
        )
      })}
      {rest > 0 && (
        <button type="button" class="more" onClick={() => setWhole(true)}>
          Show {rest} more
        </button>
      )}
    </>
  )
}

/** Shows a check that makes no sense for the tool. */
export function LeftOutCard({ item }: { readonly item: LeftOut }) {
  return (
    <div class="card left_out" id={item.check}>
      <div class="row">
        <Sign status="left_out" />
        <span class="title">
          <h3>{item.title}</h3>
          <span class="summary">{item.reason}</span>
        </span>
        <span class="level">Level {item.level}</span>
      </div>
    </div>
  )
}

function Sign({ status }: { readonly status: Status }) {
  const { label, sign } = STATUS_LABELS[status]
  return (
    <span class="sign">
      <span aria-hidden="true">{sign}</span>
      <span class="hidden">{label}: </span>
    </span>
  )
}
