import { useState } from 'preact/hooks'

import { quoteWords } from '../../packages/internal/src/quote-words.ts'
import { oneLine, visibleText } from '../../packages/internal/src/visible-text.ts'
import type {
  CallRecord,
  Row,
  ShownStream,
  ShownText,
  ToolView,
} from '../../packages/cli/src/cli/commands/inspect/views.ts'
import { VerdictBand } from '../verdict/verdict-band.tsx'
import { waitText } from '../verdict/verdict-words.ts'
import { BytesView, type WholeDocument } from '../report/bytes-view.tsx'
import { CopyButton } from '../report/copy-button.tsx'
import { aboutField, isShared } from './call-form.tsx'
import { copiesOf } from './copies.ts'
import { Compare } from './compare.tsx'
import { LiveCall } from './live-call.tsx'
import { go, type Place } from './place.ts'
import type { Source } from './server.ts'
import { useRecord } from './use-record.ts'
import { useWholeDocument } from './use-whole-document.ts'

type Act = (what: 'replay' | 'stop', body: object) => Promise<void>

/** Shows one call: the verdict first, then what was printed, then what was made of it. */
export function CallPanel({
  source,
  tool,
  row,
  rows,
  place,
  act,
}: {
  readonly source: Source
  readonly tool: ToolView
  readonly row: Row | undefined
  readonly rows: readonly Row[]
  readonly place: Place
  readonly act: Act
}) {
  const [record, trouble] = useRecord(source, place.call, row?.state)
  const isRunning = row?.state === 'running'
  return (
    <aside class="call" aria-label="Call">
      {place.call === '' && <About tool={tool} place={place} />}
      {place.call !== '' && !row && <p class="nothing">This call is not in the timeline.</p>}
      {row && (
        <h2>
          <code>
            {oneLine(row.line)
              .split(' ')
              .map((word, at) => (
                <span key={at}>
                  {at > 0 && ' '}
                  <span class="word">{word}</span>
                </span>
              ))}
          </code>
        </h2>
      )}
      {isRunning && row && (
        <LiveCall source={source} row={row} onStop={() => void act('stop', { call: place.call })} />
      )}
      {trouble && !isRunning && <p class="note">{trouble.message}</p>}
      {record && !isRunning && (
        <>
          <VerdictBand judged={record} facts={factsOf(record)} />
          {record.notes.map((note) => (
            <p key={note} class="note">
              {oneLine(note)}
            </p>
          ))}
          <Hints record={record} />
          <Stream name="stdout" source={source} record={record} />
          <Stream name="stderr" source={source} record={record} />
          {record.stdout === null && (
            <p class="note">
              The journal keeps no output. Only calls that are made in an inspector have one.
            </p>
          )}
          {source.saved === null && <Replay record={record} act={act} />}
          {record.attempts.length > 1 && <Attempts record={record} />}
          <Copies record={record} tool={tool} />
          <Compare source={source} record={record} rows={rows} place={place} />
          <Dialects record={record} tool={tool} />
          {record.outcome && <Text title="The outcome as data" text={record.outcome} />}
        </>
      )}
    </aside>
  )
}

/** Stands where the call will be: what the chosen command does and takes. */
function About({ tool, place }: { readonly tool: ToolView; readonly place: Place }) {
  const command = tool.commands.find(({ name }) => name === place.c)
  return (
    <>
      <p class="nothing">
        Run the command, or choose one of the calls: its verdict and its output come here.
      </p>
      {command && (
        <section class="help" aria-label="Help">
          <h2>
            <code>{oneLine(`${tool.name} ${command.words.join(' ')}`)}</code>
          </h2>
          <p>{oneLine(command.description)}</p>
          <dl>
            {command.fields
              .filter((field) => !isShared(field))
              .map((field) => (
                <div key={field.name}>
                  <dt>
                    <code>{oneLine(field.name)}</code> {field.required && 'required'}
                  </dt>
                  <dd>{aboutField(field)}</dd>
                </div>
              ))}
          </dl>
        </section>
      )}
    </>
  )
}

function factsOf(record: CallRecord): readonly string[] {
  const { exit_code, exit, duration_ms, dialect, verdict, time, message } = record
  return [
    `Exit ${exit_code ?? 'none'} (${exit})`,
    waitText(duration_ms),
    dialect === null ? 'Plain output' : `Envelope ${dialect}`,
    // The band begins with it where the answer says nothing of its own.
    ...(verdict.means === (message ?? verdict.message) ? [] : [verdict.means]),
    new Date(time).toLocaleString('en-GB'),
  ]
}

function Stream({
  name,
  source,
  record,
}: {
  readonly name: 'stdout' | 'stderr'
  readonly source: Source
  readonly record: CallRecord
}) {
  const [part, setPart] = useState<ShownStream & { readonly from: number }>()
  const [problem, setProblem] = useState('')
  const whole = useWholeDocument(source, record, name)
  const first = record[name]
  if (first === null) return null
  const { from, ...shown } = part ?? { from: 0, ...first }
  const end = from + shown.shown
  const { before = 0 } = shown
  const load = (at: number) =>
    void source.part(record.call, name, at).then(
      (next) => setPart({ from: at, ...next }),
      (error: Error) => setProblem(error.message),
    )
  return (
    <>
      <BytesView
        name={name}
        run="the call"
        recorded={{ ...shown, bytes: shown.bytes, cut: false }}
        isTreeFirst
        {...(whole && { whole })}
      />
      {shown.shown < shown.bytes && (
        <p class="note">
          {aboutTree(whole)} {(before + from).toLocaleString('en')} to{' '}
          {(before + end).toLocaleString('en')} of {(before + shown.bytes).toLocaleString('en')} are
          here
          {before > 0 && `; the first ${before.toLocaleString('en')} were not kept`}.{' '}
          {source.saved === null && (
            <span class="buttons">
              <button type="button" disabled={from === 0} onClick={() => load(0)}>
                First part of {name}
              </button>
              <button type="button" disabled={end >= shown.bytes} onClick={() => load(end)}>
                Next part of {name}
              </button>
            </span>
          )}
          {problem}
        </p>
      )}
    </>
  )
}

/** Begins the line about the part that is here, with what the tree has. */
function aboutTree(whole: WholeDocument | undefined): string {
  if (whole?.document !== undefined) return 'The tree has all of it. As text, bytes'
  if (whole?.load !== undefined && !whole.isLoading)
    return 'Tree reads all of it, which takes a moment. As text, bytes'
  return 'Bytes'
}

function Hints({ record }: { readonly record: CallRecord }) {
  if (record.hints.length === 0) return null
  return (
    <section aria-label="Hints">
      <h3>What the answer suggests</h3>
      {record.hints.map(({ text, argv }) => (
        <p key={text} class="hint">
          {oneLine(text)}{' '}
          {argv !== null && (
            <button
              type="button"
              onClick={() => go({ c: '>', v: JSON.stringify({ line: quoteWords(argv) }) })}
            >
              Put it into the form
            </button>
          )}
        </p>
      ))}
    </section>
  )
}

function Attempts({ record: { attempts } }: { readonly record: CallRecord }) {
  return (
    <section aria-label="Attempts">
      <h3>
        Attempts <span class="muted">{attempts.length}</span>
      </h3>
      <ol>
        {attempts.map((each, index) => (
          <li key={index}>
            {each.waited_ms > 0 && `waited ${each.waited_ms} ms, then `}
            <code>{oneLine(quoteWords(each.argv))}</code>{' '}
            {(each.role ?? 'call') === 'call' ? '' : `(${each.role}) `}
            <span class="muted">
              {each.duration_ms} ms, exit {each.exit_code ?? 'none'}
              {each.code == null ? '' : `, ${oneLine(each.code)}`}, {each.verdict} ({each.reason})
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Dialects({ record, tool }: { readonly record: CallRecord; readonly tool: ToolView }) {
  const { dialects, dialect: own, tokens } = record
  const [chosen, choose] = useState(own ?? dialects[0]?.dialect ?? '')
  const shown = dialects.find(({ dialect }) => dialect === chosen)
  if (dialects.length === 0) return null
  return (
    <section aria-label="In every dialect">
      <details>
        <summary>
          <h3>The same answer in every dialect</h3>
        </summary>
        <p class="muted">
          Tokens are {tool.estimate}. What was printed has {tokens}.
        </p>
        <div class="wide" tabIndex={0} role="group" aria-label="Dialects">
          <table>
            <thead>
              <tr>
                <th scope="col">Dialect</th>
                <th scope="col">Tokens</th>
                <th scope="col">Exit</th>
                <th scope="col">Loses</th>
              </tr>
            </thead>
            <tbody>
              {dialects.map((each) => (
                <tr key={each.dialect}>
                  <td>
                    <button
                      type="button"
                      aria-pressed={each.dialect === chosen}
                      onClick={() => choose(each.dialect)}
                    >
                      {each.dialect}
                    </button>
                  </td>
                  <td>{each.tokens}</td>
                  <td>{each.exit_code}</td>
                  <td>{each.losses.length === 0 ? 'nothing' : each.losses.length}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {shown && (
          <>
            {shown.losses.map((loss) => (
              <p key={loss} class="muted">
                Loses {oneLine(loss)}
              </p>
            ))}
            {shown.stdout.length > 0 && <Pre label={`stdout as ${chosen}`} text={shown.stdout} />}
            {shown.stderr.length > 0 && <Pre label={`stderr as ${chosen}`} text={shown.stderr} />}
          </>
        )}
      </details>
    </section>
  )
}

function Pre({ label, text }: { readonly label: string; readonly text: ShownText }) {
  return (
    <>
      <pre tabIndex={0} aria-label={label}>
        {visibleText(text.text, '\n\t')}
      </pre>
      {text.text.length < text.length && (
        <p class="note">
          The first {text.text.length} of {text.length} characters.
        </p>
      )}
    </>
  )
}

function Text({ title, text }: { readonly title: string; readonly text: ShownText }) {
  return (
    <details>
      <summary>
        <h3>{title}</h3>
      </summary>
      <Pre label={title} text={text} />
    </details>
  )
}

function Copies({ record, tool }: { readonly record: CallRecord; readonly tool: ToolView }) {
  return (
    <section aria-label="Copy as">
      <h3>Copy the call</h3>
      {copiesOf(record, tool).map(([label, text]) => (
        <div key={label} class="copy-row">
          <span>{label}</span> <code>{oneLine(text.split('\n').at(-1)!)}</code>
          <CopyButton text={text} label={`Copy as ${label}`} />
        </div>
      ))}
    </section>
  )
}

function Replay({ record, act }: { readonly record: CallRecord; readonly act: Act }) {
  const [isAsking, setAsking] = useState(false)
  const { safe, why } = record.repeat
  const replay = () => {
    setAsking(false)
    void act('replay', { call: record.call, confirm: !safe })
  }
  return (
    <section aria-label="Replay">
      <h3 class="hidden">Replay</h3>
      {isAsking ? (
        <p role="alert" class="buttons">
          {why} Run it again all the same?
          <button type="button" onClick={replay}>
            Yes, run it again
          </button>
          <button type="button" onClick={() => setAsking(false)}>
            No
          </button>
        </p>
      ) : (
        <button type="button" onClick={() => (safe ? replay() : setAsking(true))}>
          Replay
        </button>
      )}
    </section>
  )
}
