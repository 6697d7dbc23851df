import { oneLine, visibleText } from '../../packages/internal/src/visible-text.ts'
import type {
  CallRecord,
  Row,
  ShownStream,
} from '../../packages/cli/src/cli/commands/inspect/views.ts'
import { toFormatted } from '../report/bytes.ts'
import { diffLines } from './diff.ts'
import { go, type Place } from './place.ts'
import type { Source } from './server.ts'
import { useRecord } from './use-record.ts'

/** Compares a call with another one. */
export function Compare({
  source,
  record,
  rows,
  place,
}: {
  readonly source: Source
  readonly record: CallRecord
  readonly rows: readonly Row[]
  readonly place: Place
}) {
  const [other] = useRecord(source, place.with, 'ended')
  const others = rows.filter(({ call, state }) => call !== record.call && state === 'ended')
  if (others.length === 0) return null
  return (
    <section aria-label="Compare">
      <h3>Compare</h3>
      <label>
        With{' '}
        <select value={place.with} onChange={(event) => go({ with: event.currentTarget.value })}>
          <option value="">nothing</option>
          {others
            .toReversed()
            .slice(0, 100)
            .map(({ call, line, time }) => (
              <option key={call} value={call}>
                {new Date(time).toLocaleTimeString('en-GB')} {oneLine(line).slice(0, 80)}
              </option>
            ))}
        </select>
      </label>
      {other && <Differences before={other} after={record} />}
    </section>
  )
}

function Differences({
  before,
  after,
}: {
  readonly before: CallRecord
  readonly after: CallRecord
}) {
  const facts = (['exit_code', 'code', 'message', 'dialect', 'duration_ms'] as const).filter(
    (fact) => before[fact] !== after[fact],
  )
  return (
    <>
      {facts.map((fact) => (
        <p key={fact} class="muted">
          {fact.replace('_', ' ')}: {oneLine(String(before[fact]))} → {oneLine(String(after[fact]))}
        </p>
      ))}
      {(['stdout', 'stderr'] as const).map((name) => {
        const lines = diffLines(laidOut(before[name]), laidOut(after[name]))
        const isSame = lines?.every(({ kind }) => kind === 'same')
        return (
          <div key={name}>
            <h4>{name}</h4>
            {lines === undefined && <p class="muted">Too long to compare.</p>}
            {isSame && <p class="muted">The same.</p>}
            {lines && !isSame && (
              <pre tabIndex={0} aria-label={`Difference of ${name}`} class="diff">
                {lines.map(({ kind, text }, index) => (
                  <span key={index} class={kind}>
                    {MARKS[kind]} {visibleText(text, '\t')}
                    {'\n'}
                  </span>
                ))}
              </pre>
            )}
          </div>
        )
      })}
    </>
  )
}

const MARKS = { same: ' ', gone: '-', new: '+' } as const

function laidOut(stream: ShownStream | null): string {
  if (stream === null) return ''
  return toFormatted({ ...stream, cut: false }) ?? stream.text
}
