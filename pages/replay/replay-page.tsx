import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'

import { oneLine } from '../../packages/internal/src/visible-text.ts'
import type { NamedCount, PageData } from '../../packages/cli/src/replay/replay-report.ts'
import { PERMISSIONS } from '../../packages/cli/src/replay/rules/permission.ts'
import { ThemeSwitch } from '../report/theme-switch.tsx'
import { isMatch, worstFirst, type Filter } from './filter.ts'
import { SessionCard } from './session-card.tsx'

/** Sessions that are drawn at once; more on request. */
const STEP = 50

/** The whole page: what was missed in sum, then a timeline of each session. */
export function ReplayPage({ data }: { readonly data: PageData }) {
  const [filter, setFilter] = useState<Filter>({ rules: new Set(), query: '', isAll: false })
  const [most, setMost] = useState(STEP)
  const { by_session: sessions } = data
  const shown = useMemo(
    () => worstFirst(sessions.filter((session) => isMatch(session, filter))),
    [sessions, filter],
  )
  return (
    <>
      <a class="skip" href="#sessions">
        Skip to the sessions
      </a>
      <Header data={data} />
      <main id="sessions" tabIndex={-1}>
        <h2>What was missed</h2>
        <Rules data={data} filter={filter} onFilter={setFilter} />
        {sessions.length > 0 && (
          <>
            <p role="status" class="muted">
              {shown.length} of {sessions.length} sessions shown
            </p>
            {shown.length === 0 && <p class="nothing">No session matches.</p>}
            {shown.slice(0, most).map((session) => (
              <SessionCard
                key={`${session.file} ${session.session}`}
                session={session}
                filter={filter}
                titles={data.titles}
                isOnly={sessions.length === 1}
              />
            ))}
            {shown.length > most && (
              <button type="button" onClick={() => setMost(most + STEP)}>
                Show {Math.min(STEP, shown.length - most)} more sessions
              </button>
            )}
          </>
        )}
        <Permissions data={data} />
        <Programs title="Programs without a description" counts={data.undescribed} />
        <Programs title="Programs whose calls ask" counts={data.asking} />
      </main>
    </>
  )
}

function Header({ data }: { readonly data: PageData }) {
  const { calls, sessions, files, from, to, clients, output, damaged } = data
  const share =
    output.characters === 0 ? 0 : Math.round((100 * output.could_go) / output.characters)
  const findings = Object.values(data.found).reduce((sum, count) => sum + count, 0)
  const day = (time: string) => <time dateTime={time}>{time.slice(0, 10)}</time>
  return (
    <header>
      <div class="top">
        <h1>
          {findings === 1 ? '1 finding' : `${findings} findings`}{' '}
          <span class="muted">in {calls === 1 ? '1 call' : `${calls} calls`} of agents</span>
        </h1>
        <ThemeSwitch />
      </div>
      <p class="verdict">
        {sessions === 1 ? '1 session' : `${sessions} sessions`} read. Nothing was run; secrets are
        redacted.
      </p>
      <dl class="facts">
        {from !== null && to !== null && (
          <Fact name="From">
            {day(from)} to {day(to)}
          </Fact>
        )}
        <Fact name="Files">{files}</Fact>
        <Fact name="Clients">
          {Object.entries(clients)
            .map(([name, count]) => `${name} ${count}`)
            .join(', ') || 'none'}
        </Fact>
        <Fact name="Output read">{output.characters.toLocaleString('en')} characters</Fact>
        <Fact name="A short form leaves out">
          {output.could_go.toLocaleString('en')} ({share}%)
        </Fact>
        {damaged > 0 && <Fact name="Damaged lines">{damaged}</Fact>}
      </dl>
    </header>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Rules({
  data,
  filter,
  onFilter,
}: {
  readonly data: PageData
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
}) {
  const toggle = (rule: string) => {
    const rules = new Set(filter.rules)
    if (!rules.delete(rule)) rules.add(rule)
    onFilter({ ...filter, rules })
  }
  return (
    <div class="filters" role="search" aria-label="Filter sessions">
      <div class="tiles" role="group" aria-label="Only sessions with">
        {Object.entries(data.found).map(([rule, count]) => (
          <button
            key={rule}
            type="button"
            class={`tile ${rule}`}
            aria-pressed={filter.rules.has(rule)}
            disabled={count === 0}
            onClick={() => toggle(rule)}
          >
            <span class="count">{count}</span> {data.titles[rule] ?? rule}
          </button>
        ))}
      </div>
      {data.by_session.length > 0 && (
        <>
          <label class="query">
            Search{' '}
            <input
              type="search"
              value={filter.query}
              placeholder="command, session, file"
              onInput={(event) => onFilter({ ...filter, query: event.currentTarget.value })}
            />
          </label>
          <label class="tick">
            <input
              type="checkbox"
              checked={filter.isAll}
              onChange={(event) => onFilter({ ...filter, isAll: event.currentTarget.checked })}
            />{' '}
            Sessions without findings too
          </label>
        </>
      )}
    </div>
  )
}

function Permissions({ data: { permission, calls } }: { readonly data: PageData }) {
  const keys = Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[]
  return (
    <section aria-label="Questions">
      <h2 class="topic">How many calls would ask, if nothing is allowed yet</h2>
      <table class="counts">
        <tbody>
          {keys.map((key) => (
            <tr key={key}>
              <th scope="row">{PERMISSIONS[key]}</th>
              <td>{permission[key]}</td>
              <td>
                <meter min={0} max={Math.max(1, calls)} value={permission[key]}>
                  {permission[key]} of {calls}
                </meter>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Programs({
  title,
  counts,
}: {
  readonly title: string
  readonly counts: readonly NamedCount[]
}) {
  if (counts.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 class="topic">{title}</h2>
      <ul class="programs">
        {counts.slice(0, 40).map(({ name, calls }) => (
          <li key={name}>
            <code>{oneLine(name)}</code> {calls}
          </li>
        ))}
      </ul>
    </section>
  )
}
