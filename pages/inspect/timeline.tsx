import { useState } from 'preact/hooks'

import { oneLine } from '../../packages/internal/src/visible-text.ts'
import type { Row, ToolView } from '../../packages/cli/src/cli/commands/inspect/views.ts'
import { SIGNS, toneOf, waitText, type Tone } from '../verdict/verdict-words.ts'
import { hashOf, type Place } from './place.ts'

const FIRST = 100

/** Lists the calls, the newest first, with a search, a filter and a bar for the time that each took. */
export function Timeline({
  rows,
  tool,
  place,
}: {
  readonly rows: readonly Row[]
  readonly tool: ToolView
  readonly place: Place
}) {
  const [isOwn, setOwn] = useState(tool.key !== '')
  const [isTroubled, setTroubled] = useState(false)
  const [query, setQuery] = useState('')
  const [most, setMost] = useState(FIRST)
  const words = query.trim().toLowerCase()
  const shown = rows.filter(
    (row) =>
      // What was just run stays in the list, whatever program it was.
      (!isOwn || row.tool === tool.key || row.tool === tool.name || row.call === place.call) &&
      (!isTroubled || row.state === 'running' || toneIn(row) !== 'good') &&
      `${row.line} ${row.code ?? ''} ${row.reason ?? ''}`.toLowerCase().includes(words),
  )
  const longest = Math.max(1, ...shown.map(({ duration_ms }) => duration_ms ?? 0))
  return (
    <section class="timeline" aria-label="Calls">
      <div class="top">
        <h2>
          Calls <span class="muted">{shown.length}</span>
        </h2>
        {rows.length > 0 && (
          <div class="filters">
            <label class="query">
              <span class="hidden">Search the calls</span>
              <input
                type="search"
                placeholder="Search the calls"
                value={query}
                onInput={(event) => setQuery(event.currentTarget.value)}
              />
            </label>
            <Switch isOn={isTroubled} onChange={setTroubled} label="Only trouble" />
            {tool.key !== '' && (
              <Switch isOn={isOwn} onChange={setOwn} label={`Only ${oneLine(tool.name)}`} />
            )}
          </div>
        )}
      </div>
      {shown.length === 0 && (
        <p class="nothing">
          {rows.length === 0
            ? 'No call yet. Calls of surety run and of agents appear here as they are made.'
            : 'No call fits.'}
        </p>
      )}
      <ol reversed>
        {shown
          .toReversed()
          .slice(0, most)
          .map((row) => (
            <Entry key={row.call} row={row} longest={longest} isCurrent={place.call === row.call} />
          ))}
      </ol>
      {shown.length > most && (
        <button type="button" onClick={() => setMost(most + FIRST)}>
          Show {Math.min(FIRST, shown.length - most)} more
        </button>
      )}
    </section>
  )
}

function Switch({
  isOn,
  onChange,
  label,
}: {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly label: string
}) {
  return (
    <label class="switch muted">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />{' '}
      {label}
    </label>
  )
}

function Entry({
  row,
  longest,
  isCurrent,
}: {
  readonly row: Row
  readonly longest: number
  readonly isCurrent: boolean
}) {
  const tone = toneIn(row)
  const isRunning = row.state === 'running'
  const share = Math.max(1, ((row.duration_ms ?? 0) / longest) * 100)
  return (
    <li>
      <a
        href={hashOf({ call: row.call, with: '' })}
        class={`tone-${tone}`}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span class="sign" aria-hidden="true">
          {isRunning ? '…' : SIGNS[tone]}
        </span>
        <code>{oneLine(row.line)}</code>
        <span class="muted">{factsOf(row)}</span>
        {!isRunning && (
          <span class="bar" aria-hidden="true">
            <span style={{ width: `${share}%` }} />
          </span>
        )}
      </a>
    </li>
  )
}

/** An answer that says more than that all went well, as one that calls itself a failure, has no tick. */
function toneIn({ state, ok, verdict, reason }: Row): Tone {
  return state === 'running' ? 'wait' : toneOf(ok === true, verdict, reason)
}

function factsOf(row: Row): string {
  const { state, ok, exit_code, code, attempts, duration_ms, time } = row
  const when = new Date(time).toLocaleTimeString('en-GB')
  if (state === 'running') return `${when}, running${attempts > 1 ? `, attempt ${attempts}` : ''}`
  return [
    when,
    ok ? (toneIn(row) === 'good' ? 'ok' : 'ok, with warnings') : oneLine(code ?? 'failed'),
    exit_code === null ? '' : `exit ${exit_code}`,
    attempts > 1 ? `${attempts} attempts` : '',
    waitText(duration_ms ?? 0),
  ]
    .filter((fact) => fact !== '')
    .join(', ')
}
