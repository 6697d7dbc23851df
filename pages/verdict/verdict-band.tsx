import { oneLine } from '../../src/internal/visible-text.ts'
import { verdictWords, type Judged } from './verdict-words.ts'
import './verdict.css'

/** Says in one band what happened, whether the call may be repeated, and what comes next. */
export function VerdictBand({
  judged,
  facts = [],
}: {
  readonly judged: Judged
  /** Short facts for the end of the band, such as the exit code. */
  readonly facts?: readonly string[]
}) {
  const { tone, sign, title, happened, repeat, next } = verdictWords(judged)
  const rows = [
    ['What happened', happened],
    ['May I repeat it?', repeat],
    ['What next?', next],
  ] as const
  return (
    <section class={`band ${tone}`} aria-label="Verdict">
      <h2>
        <span class="band-sign" aria-hidden="true">
          {sign}
        </span>{' '}
        <span role="status">{title}</span>
      </h2>
      <dl>
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{oneLine(text)}</dd>
          </div>
        ))}
      </dl>
      {facts.length > 0 && (
        <p class="band-facts">
          {facts.map((fact) => (
            <span key={fact}>{oneLine(fact)}</span>
          ))}
        </p>
      )}
    </section>
  )
}
