import { useState } from 'preact/hooks'

import { oneLine } from '../../packages/internal/src/visible-text.ts'
import type { ToolView } from '../../packages/cli/src/cli/commands/inspect/views.ts'
import { go, type Place } from './place.ts'

/** What a form is made of. */
export interface FormProps {
  readonly tool: ToolView
  readonly place: Place
  /** Null in a saved page, where nothing can run. */
  readonly act: ((what: 'run' | 'name' | 'forget', body: object) => void) | null
}

/** The calls that somebody gave a name; one click fills the form. */
export function NamedCalls({ tool, place, act }: FormProps) {
  if (tool.named.length === 0) return null
  return (
    <section class="named" aria-label="Saved calls">
      <h2 class="hidden">Saved calls</h2>
      {tool.named.map(({ name, c, v }) => (
        <span key={name} class="chip">
          <button
            type="button"
            aria-pressed={place.c === c && place.v === v}
            onClick={() => go({ c, v })}
          >
            {oneLine(name)}
          </button>
          {act && (
            <button
              type="button"
              aria-label={`Forget ${oneLine(name)}`}
              onClick={() => act('forget', { name })}
            >
              ×
            </button>
          )}
        </span>
      ))}
    </section>
  )
}

/** Asks for a name, and keeps the call of the form under it. */
export function NameIt({
  place,
  act,
}: {
  readonly place: Place
  readonly act: NonNullable<FormProps['act']>
}) {
  const [name, setName] = useState<string>()
  if (name === undefined)
    return (
      <button type="button" onClick={() => setName('')}>
        Save this call
      </button>
    )
  const save = () => {
    act('name', { name, c: place.c, v: place.v })
    setName(undefined)
  }
  return (
    <span class="buttons">
      <label>
        Name{' '}
        <input
          value={name}
          autoFocus
          onInput={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (name.trim() !== '') save()
          }}
        />
      </label>
      <button type="button" disabled={name.trim() === ''} onClick={save}>
        Save
      </button>
    </span>
  )
}
