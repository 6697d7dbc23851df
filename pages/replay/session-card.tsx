import { useState } from 'preact/hooks'

import { oneLine, visibleText } from '../../packages/internal/src/visible-text.ts'
import type { CallRow, SessionReport } from '../../packages/cli/src/replay/replay-report.ts'
import type { Filter } from './filter.ts'

/** A session: its sum, and behind it the timeline of its calls. */
export function SessionCard({
  session,
  filter,
  titles,
  isOnly,
}: {
  readonly session: SessionReport
  readonly filter: Filter
  readonly titles: Readonly<Record<string, string>>
  /** Whether there is no other, so that it is open at once. */
  readonly isOnly: boolean
}) {
  const [isOpen, setOpen] = useState(isOnly)
  const { from, to, calls, rows = [], left = 0 } = session
  // In the order of the tiles, not in that of the calls, so that cards can be compared.
  const found = Object.keys(titles).flatMap((rule) => {
    const count = session.found[rule] ?? 0
    return count > 0 ? [[rule, count] as const] : []
  })
  return (
    <details class="session" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h3>{oneLine(session.session)}</h3>
        <span class="muted">
          {session.client}, {from === null ? 'no times' : <Moment from={from} to={to} />},{' '}
          {calls === 1 ? '1 call' : `${calls} calls`}
        </span>
        <span class="chips">
          {found.map(([rule, count]) => (
            <span key={rule} class={`chip ${rule}`}>
              {titles[rule] ?? rule}
              {count > 1 && ` ×${count}`}
            </span>
          ))}
        </span>
        {rows.length > 1 && <Strip rows={rows} />}
      </summary>
      {isOpen && (
        <div class="body">
          <p class="muted file">{oneLine(session.file)}</p>
          <ol class="timeline" aria-label={`Calls of ${oneLine(session.session)}`}>
            {grouped(rows, filter).map((group) =>
              Array.isArray(group) ? (
                <Quiet key={group[0]!.number} rows={group} />
              ) : (
                <Call key={group.number} row={group} titles={titles} />
              ),
            )}
          </ol>
          {left > 0 && <p class="muted">{left} more calls are left out of this page.</p>}
        </div>
      )}
    </details>
  )
}

const CELLS = 120
/** The worst first. */
const GRAVE = ['hidden_failure', 'repeated_write', 'shown_secret']

/** The session from its first call to its last at a glance; the timeline says the same in words. */
function Strip({ rows }: { readonly rows: readonly CallRow[] }) {
  const size = Math.ceil(rows.length / CELLS)
  const cells = Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => {
    const rules = rows
      .slice(at * size, (at + 1) * size)
      .flatMap(({ marks }) => marks.map(({ rule }) => rule))
    return GRAVE.find((rule) => rules.includes(rule)) ?? rules[0] ?? ''
  })
  return (
    <span class="strip" aria-hidden="true">
      {cells.map((rule, at) => (
        <span key={at} class={rule} />
      ))}
    </span>
  )
}

function Moment({ from, to }: { readonly from: string; readonly to: string | null }) {
  const end = to !== null && to !== from ? ` to ${to.slice(11, 16)}` : ''
  return (
    <time dateTime={from}>
      {from.slice(0, 16).replace('T', ' ')}
      {end}
    </time>
  )
}

/** Puts calls without findings together, except for the one before a finding. */
function grouped(rows: readonly CallRow[], { rules }: Filter) {
  const isMarked = ({ marks }: CallRow) =>
    marks.some(({ rule }) => rules.size === 0 || rules.has(rule))
  const groups: (CallRow | CallRow[])[] = []
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1]
    const last = groups.at(-1)
    if (isMarked(row) || (next !== undefined && isMarked(next))) groups.push(row)
    else if (Array.isArray(last)) last.push(row)
    else groups.push([row])
  }
  return groups
}

function Quiet({ rows }: { readonly rows: readonly CallRow[] }) {
  const [isOpen, setOpen] = useState(rows.length < 3)
  const [first, last] = [rows[0]!.number, rows.at(-1)!.number]
  if (isOpen) return rows.map((row) => <Call key={row.number} row={row} titles={{}} />)
  return (
    <li class="quiet">
      <button type="button" onClick={() => setOpen(true)}>
        {rows.length} calls without a finding, {first} to {last}
      </button>
    </li>
  )
}

function Call({
  row,
  titles,
}: {
  readonly row: CallRow
  readonly titles: Readonly<Record<string, string>>
}) {
  const { number, time, command, exit, printed, output, marks } = row
  const isGrave = marks.some(({ rule }) => GRAVE.includes(rule))
  return (
    <li
      class={['call', marks.length > 0 && 'marked', isGrave && 'grave'].filter(Boolean).join(' ')}
    >
      <div class="head">
        <span class="muted">
          {number} {time !== null && <time dateTime={time}>{time.slice(11, 19)}</time>}
        </span>
        <span class={exit === 0 ? 'exit' : 'exit failed'}>
          {exit === null ? 'exit unknown' : `exit ${exit}`}
        </span>
        <span class="muted">{printed.toLocaleString('en')} characters</span>
      </div>
      <pre class="line">{visibleText(command, '\n')}</pre>
      {marks.map(({ rule, says }) => (
        <p key={rule} class={`mark ${rule}`}>
          <span class="hidden">{titles[rule] ?? rule}: </span>
          {oneLine(says)}
        </p>
      ))}
      {output !== undefined && output !== '' && (
        <details>
          <summary>What the agent saw</summary>
          <pre>{visibleText(output, '\n\t')}</pre>
        </details>
      )}
    </li>
  )
}
