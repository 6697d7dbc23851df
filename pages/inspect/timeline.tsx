import { useEffect, useState } from 'preact/hooks'

import { oneLine } from '../../src/internal/visible-text.ts'
import type { Row, ShownBatch, ToolView } from '../../src/cli/commands/inspect/views.ts'
import { hashOf, type Place } from './place.ts'
import type { Source } from './server.ts'

const FIRST = 100

/** Lists the calls, the newest first. */
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
  const [most, setMost] = useState(FIRST)
  const own = rows.filter((row) => !isOwn || row.tool === tool.key || row.tool === tool.name)
  return (
    <section class="timeline" aria-label="Calls">
      <div class="top">
        <h2>
          Calls <span class="muted">{own.length}</span>
        </h2>
        {tool.key !== '' && (
          <label class="muted">
            <input
              type="checkbox"
              checked={isOwn}
              onChange={(event) => setOwn(event.currentTarget.checked)}
            />{' '}
            Only {oneLine(tool.name)}
          </label>
        )}
      </div>
      {own.length === 0 && <p class="nothing">No call yet. The journal is followed as it grows.</p>}
      <ol reversed>
        {own
          .toReversed()
          .slice(0, most)
          .map((row) => (
            <li key={row.call}>
              <a
                href={hashOf({ call: row.call, with: '' })}
                class={stateOf(row)}
                aria-current={place.call === row.call ? 'true' : undefined}
              >
                <span class="sign" aria-hidden="true">
                  {SIGNS[stateOf(row)]}
                </span>
                <code>{oneLine(row.line)}</code>
                <span class="muted">{factsOf(row)}</span>
              </a>
            </li>
          ))}
      </ol>
      {own.length > most && (
        <button type="button" onClick={() => setMost(most + FIRST)}>
          Show {Math.min(FIRST, own.length - most)} more
        </button>
      )}
    </section>
  )
}

const SIGNS = { kept: '✓', warned: '!', broken: '✕', not_shown: '…' } as const

/** An answer that says more than that all went well, as one that calls itself a failure, has no tick. */
function stateOf({ state, ok, reason }: Row): keyof typeof SIGNS {
  if (state === 'running') return 'not_shown'
  if (!ok) return 'broken'
  return reason === 'DONE_WITH_WARNINGS' ? 'warned' : 'kept'
}

function factsOf(row: Row): string {
  const { state, ok, exit_code, code, verdict, attempts, duration_ms, time } = row
  const when = new Date(time).toLocaleTimeString('en-GB')
  if (state === 'running') return `${when}, running${attempts > 1 ? `, attempt ${attempts}` : ''}`
  return [
    when,
    ok ? (stateOf(row) === 'kept' ? 'ok' : 'ok, with warnings') : oneLine(code ?? 'failed'),
    exit_code === null ? '' : `exit ${exit_code}`,
    verdict ?? '',
    attempts > 1 ? `${attempts} attempts` : '',
    `${duration_ms} ms`,
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
