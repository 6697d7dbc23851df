import { oneLine } from '../../packages/internal/src/visible-text.ts'
import { SIGNS, type Tone } from './verdict-words.ts'
import './verdict.css'

/** What matters most on a page, in a colour, a sign and words. */
export interface BandWords {
  readonly tone: Tone
  readonly title: string
  readonly rows: readonly (readonly [name: string, text: string])[]
  /** Short facts for the end of the band, such as the exit code. */
  readonly facts?: readonly string[]
}

/** Says in one band what a reader came for. */
export function Band({ tone, title, rows, facts = [] }: BandWords) {
  return (
    <section class={`band ${tone}`} aria-label="Verdict">
      <h2>
        <span class="band-sign" aria-hidden="true">
          {SIGNS[tone]}
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
