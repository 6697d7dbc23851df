import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'

import { DIALECT_IDS } from '../../packages/surety/src/dialects/public.ts'
import type { Verdict } from '../../packages/client/src/client/decide/verdict.ts'
import { CopyButton } from '../report/copy-button.tsx'
import { VerdictBand } from '../verdict/verdict-band.tsx'
import type { Judged } from '../verdict/verdict-words.ts'
import { KNOWN_PROGRAMS } from './known-program.ts'
import { readAnswer, type AnswerRead, type InDialect, type Pasted } from './read-answer.ts'
import { SAMPLES } from './samples.ts'
import './style.css'

/** Puts the playground into an element; the function that it returns takes it out again. */
export function mountPlayground(place: Element): () => void {
  render(<Playground />, place)
  return () => render(null, place)
}

/** Answers beyond it are not kept in the address. */
const LONGEST_ADDRESS = 8000

function Playground() {
  const [sample, setSample] = useState<Pasted>(SAMPLES[0]!)
  const [pasted, setPasted] = useState<Pasted>(() => fromAddress() ?? SAMPLES[0]!)
  const [result, setResult] = useState<AnswerRead | string>()
  useEffect(() => {
    let isCurrent = true
    const show = (value: AnswerRead | string) => isCurrent && setResult(value)
    readAnswer(pasted).then(show, (cause: unknown) => show(`This cannot be read: ${String(cause)}`))
    toAddress(pasted)
    return () => {
      isCurrent = false
    }
  }, [pasted])
  const change = (part: Partial<Pasted>) => setPasted({ ...pasted, ...part })
  const print = (stream: 'stdout' | 'stderr', text: string) =>
    setPasted({ ...withoutSample(pasted, sample, text), [stream]: text })
  const show = ({ name: _name, ...next }: (typeof SAMPLES)[number]) => {
    setSample(next)
    setPasted(next)
  }
  return (
    <>
      <h1>Playground</h1>
      <p>
        Paste what a command printed, and see what an agent should make of it. The page reads it
        with the code of <code>surety run</code>; nothing is sent anywhere. It knows the dialects,
        and the programs {KNOWN_PROGRAMS.join(', ')}; the command itself knows some 280.
      </p>
      <p class="samples">
        {SAMPLES.map((each) => (
          <button key={each.name} type="button" onClick={() => show(each)}>
            {each.name}
          </button>
        ))}
      </p>
      <div class="beside">
        <div class="answer-form">
          <label class="command">
            Command, if you know it{' '}
            <input
              spellcheck={false}
              value={pasted.command}
              onInput={({ currentTarget }) => change({ command: currentTarget.value })}
            />
          </label>
          <Stream name="stdout" value={pasted.stdout} onChange={(text) => print('stdout', text)} />
          <Stream name="stderr" value={pasted.stderr} onChange={(text) => print('stderr', text)} />
          <label>
            Exit code{' '}
            <input
              inputMode="numeric"
              value={pasted.exit}
              onInput={({ currentTarget }) => change({ exit: currentTarget.value })}
            />
          </label>{' '}
          <label>
            Dialect{' '}
            <select
              value={pasted.dialect}
              onChange={({ currentTarget }) => change({ dialect: currentTarget.value })}
            >
              <option value="">find it</option>
              {DIALECT_IDS.map((id) => (
                <option key={id} value={id}>
                  {id}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div>
          {typeof result === 'string' && <p role="alert">{result}</p>}
          {typeof result === 'object' && <Read result={result} />}
        </div>
      </div>
      {typeof result === 'object' && <Shown result={result} />}
    </>
  )
}

/** Somebody's own output has nothing in common with a sample: the sample's command, exit and other stream go. */
function withoutSample(pasted: Pasted, sample: Pasted, text: string): Pasted {
  const printed = `${sample.stdout}\n${sample.stderr}`.split('\n')
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0 || lines.some((line) => printed.includes(line))) return pasted
  const kept = (name: keyof Pasted) => (pasted[name] === sample[name] ? '' : pasted[name])
  return {
    command: kept('command'),
    stdout: kept('stdout'),
    stderr: kept('stderr'),
    exit: kept('exit'),
    dialect: pasted.dialect,
  }
}

function Stream({
  name,
  value,
  onChange,
}: {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <label class="stream">
      {name}
      <textarea
        rows={5}
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  )
}

/** What an agent should make of the answer, and how it was read: beside what was pasted. */
function Read({ result }: { readonly result: AnswerRead }) {
  const { outcome, verdict, detection, dialect } = result
  const evidence = detection.candidates.find((each) => each.dialect === dialect)?.evidence ?? []
  const others = detection.candidates.filter((each) => each.dialect !== dialect)
  return (
    <>
      <VerdictBand judged={judgedOf(outcome, verdict)} facts={[verdict.reason]} />
      <p>
        {dialect === null ? (
          result.program !== null ? (
            `Read as the output of ${result.program}, by its description: what its exit code and its words mean.`
          ) : (
            `Read as the output of an ordinary program: ${
              outcome.error?.code === 'EXIT_UNKNOWN'
                ? 'its exit code is unknown'
                : 'the exit code decides'
            }, and no contract is expected of it.`
          )
        ) : (
          <>
            Read as <code>{dialect}</code>
            {evidence.length > 0 && `: ${evidence.join(', ')}`}.
          </>
        )}{' '}
        {dialect !== null && detection.ambiguous && others.length > 0 && (
          <>It may also be {others.map((each) => each.dialect).join(', ')}. </>
        )}
        About {result.tokens} tokens.
      </p>
    </>
  )
}

function Shown({ result }: { readonly result: AnswerRead }) {
  const { outcome, problems, dialect } = result
  const { process: _process, diagnostics: _diagnostics, ...shown } = outcome
  return (
    <>
      {problems.length > 0 && (
        <section aria-label="Problems">
          <h2>Where it breaks the contract of {dialect}</h2>
          <ul>
            {problems.map(({ pointer, message }, index) => (
              <li key={index}>
                {pointer && <code>{pointer}</code>} {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Outcome">
        <h2>
          The outcome <CopyButton text={JSON.stringify(shown, null, 2)} label="Copy the outcome" />
        </h2>
        <pre tabIndex={0}>{JSON.stringify(shown, null, 2)}</pre>
      </section>
      <section aria-label="Dialects">
        <h2>The same in every dialect</h2>
        {result.written.map((each) => (
          <Written key={each.dialect} written={each} />
        ))}
        <p>Tokens are estimated.</p>
      </section>
    </>
  )
}

function judgedOf(outcome: AnswerRead['outcome'], verdict: Verdict): Judged {
  return {
    ok: outcome.ok,
    verdict,
    code: outcome.error?.code ?? null,
    message: outcome.error?.message ?? outcome.warnings[0] ?? null,
    next: {
      wait_ms: verdict.kind === 'retry_after' ? verdict.wait_ms : null,
      command: 'command' in verdict ? verdict.command : null,
      settles: verdict.settles ?? null,
    },
    // Nobody knows here what ran.
    repeat: null,
  }
}

function Written({
  written: { dialect, text, stream, exit, tokens, losses },
}: {
  readonly written: InDialect
}) {
  return (
    <details>
      <summary>
        <code>{dialect}</code> {tokens} tokens, exit {exit},{' '}
        {losses.length === 0 ? 'nothing lost' : `${losses.length} lost or moved`}
      </summary>
      <p>
        On {stream}: <CopyButton text={text} label={`Copy the answer in ${dialect}`} />
      </p>
      <pre tabIndex={0}>{text === '' ? '(nothing)' : text}</pre>
      {losses.length > 0 && (
        <ul>
          {losses.map(({ pointer, kind, stowed_at: place, note }, index) => (
            <li key={index}>
              <code>{pointer}</code> {kind.replaceAll('_', ' ')}
              {note && `, ${note}`}
              {place !== null && `, kept at ${place}`}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

/** The state is in the address, so that an answer can be sent to somebody. */
function toAddress(pasted: Pasted): void {
  const words = new URLSearchParams({ ...pasted }).toString()
  history.replaceState(
    history.state,
    '',
    words.length > LONGEST_ADDRESS ? location.pathname : `#${words}`,
  )
}

function fromAddress(): Pasted | undefined {
  const words = new URLSearchParams(location.hash.slice(1))
  if (!words.has('stdout') && !words.has('stderr')) return undefined
  const of = (name: string) => words.get(name) ?? ''
  const dialect = of('dialect')
  return {
    command: of('command'),
    stdout: of('stdout'),
    stderr: of('stderr'),
    exit: of('exit'),
    dialect: (DIALECT_IDS as readonly string[]).includes(dialect) ? dialect : '',
  }
}
