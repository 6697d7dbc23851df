import { useEffect, useState } from 'preact/hooks'

import { oneLine } from '../../packages/internal/src/visible-text.ts'
import type {
  Row,
  ShownBatch,
  ToolView,
} from '../../packages/cli/src/cli/commands/inspect/views.ts'
import { SIGNS, toneOf, waitText, type Tone } from '../verdict/verdict-words.ts'
import { hashOf, type Place } from './place.ts'
import type { Source } from './server.ts'

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

/** How often batches are looked at. */
const LOOK_MS = 2000

/** Shows how far batches are, and which of their calls are in doubt. */
export function Batches({ source }: { readonly source: Source }) {
  const [batches, setBatches] = useState<readonly ShownBatch[]>([])
  useEffect(() => {
    const look = () => void source.batches().then(setBatches, () => undefined)
    look()
    const timer = source.saved === null ? setInterval(look, LOOK_MS) : undefined
    return () => clearInterval(timer)
  }, [source])
  return (
    <section class="batches" aria-label="Batches">
      <h2>Batches</h2>
      {batches.map(({ name, counts, doubts, problem }) => (
        <div key={name} class="batch">
          <h3>{oneLine(name)}</h3>
          {problem !== null && <p class="note">{oneLine(problem)}</p>}
          {counts && (
            <>
              <progress
                aria-label={`Progress of ${oneLine(name)}`}
                max={counts['total']}
                value={(counts['succeeded'] ?? 0) + (counts['failed'] ?? 0)}
              />
              <p class="muted">
                {Object.entries(counts)
                  .map(([fact, count]) => `${count} ${fact.replace('_', ' ')}`)
                  .join(', ')}
              </p>
            </>
          )}
          {doubts.map(({ id, line, alive, worker }) => (
            <p key={id}>
              <strong>{oneLine(id)}</strong> is in doubt: <code>{oneLine(line)}</code>{' '}
              <span class="muted">
                {worker === null ? '' : `on ${oneLine(worker)}`}
                {alive.length > 0 && ` still alive: ${alive.join(', ')}`}
              </span>
            </p>
          ))}
        </div>
      ))}
    </section>
  )
}
