import { useEffect, useState } from 'preact/hooks'

import { oneLine } from '../../packages/internal/src/visible-text.ts'
import type {
  Field,
  ShownCommand,
  ToolView,
} from '../../packages/cli/src/cli/commands/inspect/views.ts'
import { DANGERS } from './command-tree.tsx'
import { go, type Place } from './place.ts'
import { bodyOf, NOWHERE, WhereItRuns, type Where } from './where-it-runs.tsx'

type Values = Readonly<Record<string, string | boolean>>

interface FormProps {
  readonly tool: ToolView
  readonly place: Place
  /** Null in a saved page, where nothing can run. */
  readonly act: ((what: 'run', body: object) => void) | null
}

/** The form of the command that the address names, filled from the address. */
export function CallForm({ tool, place, act }: FormProps) {
  const command = tool.commands.find(({ name }) => name === place.c)
  return command === undefined ? (
    <LineForm tool={tool} place={place} act={act} />
  ) : (
    <CommandForm key={command.name} command={command} tool={tool} place={place} act={act} />
  )
}

function LineForm({ tool, place, act }: FormProps) {
  const [where, setWhere] = useState<Where>(NOWHERE)
  const line = String(valuesIn(place)['line'] ?? '')
  const send = () => act?.('run', { line, ...bodyOf(where) })
  return (
    <form aria-label="A line of your own" onSubmit={submitting(send)} onKeyDown={onEnter(send)}>
      <h2>A line of your own</h2>
      <p class="muted">It runs as surety run would run it: without a shell, in {tool.folder}.</p>
      <div class="field">
        <label for="field-line">Command line</label>
        <input
          id="field-line"
          name="line"
          value={line}
          spellcheck={false}
          autocomplete="off"
          placeholder={`${tool.name || 'git'} …`}
          onInput={(event) => go({ v: JSON.stringify({ line: event.currentTarget.value }) }, true)}
        />
      </div>
      <WhereItRuns where={where} folder={tool.folder} onChange={setWhere} />
      <div class="buttons">
        <button class="primary" disabled={act === null}>
          Run
        </button>
      </div>
    </form>
  )
}

/** Optional fields beyond these are folded. */
const FIRST_FIELDS = 5
/** What every tool or list has: it is folded whatever its place. */
const SHARED_FIELD =
  /^(?:limit|cursor|rest|fields|etag|timeout|format|full-output|token-(?:count|limit|offset)|idempotency-key|non-interactive|yes|debug|envelope)$/

export function isShared({ name }: Field): boolean {
  return SHARED_FIELD.test(name)
}

/** Says what a field is for, and what it is if nobody fills it in. */
export function aboutField({ description, default: fallback }: Field): string {
  const said = oneLine(description)
  if (fallback === undefined || textOf(fallback) === '') return said
  return `${said}${/[.:!?]$/.test(said) ? '' : '.'} Default: ${oneLine(textOf(fallback))}.`
}

function CommandForm({
  command,
  tool,
  place,
  act,
}: FormProps & { readonly command: ShownCommand }) {
  const [secrets, setSecrets] = useState<Values>({})
  const [where, setWhere] = useState<Where>(NOWHERE)
  const [isConfirmed, setConfirmed] = useState(false)
  const { name, danger, preview, fields, description } = command
  const values = { ...valuesIn(place), ...secrets }
  useEffect(() => setConfirmed(false), [place.v])
  const change = (field: Field, value: string | boolean) => {
    if (field.secret) return setSecrets({ ...secrets, [field.name]: value })
    go({ v: JSON.stringify({ ...valuesIn(place), [field.name]: value }) }, true)
  }
  const isDestructive = danger === 'destructive'
  const send = (isPreview: boolean) => {
    const args = {
      ...argsOf(fields, values),
      ...(isPreview && preview && { [preview.slice(2)]: true }),
    }
    const confirm = isConfirmed && !isPreview
    act?.('run', { command: name, args, ...bodyOf(where), ...(confirm && { confirm }) })
  }
  const isPreviewFirst = isDestructive && preview !== null
  const first = () => send(isPreviewFirst)
  const { sign, label } = DANGERS[danger]
  const isIdle = (field: Field) => !field.required && values[field.name] === undefined
  const isAside = (field: Field) => isShared(field) && isIdle(field)
  const own = fields.filter((field) => !isAside(field))
  const isFolded = (field: Field, at: number) => at >= FIRST_FIELDS && isIdle(field)
  const more = own.filter(isFolded)
  const groups = [
    [`${more.length} more ${more.length === 1 ? 'option' : 'options'}`, more],
    ['Paging and tool options', fields.filter(isAside)],
  ] as const
  const inputOf = (field: Field) => (
    <FieldInput
      key={field.name}
      field={field}
      value={values[field.name]}
      onChange={(value) => change(field, value)}
    />
  )
  return (
    <form aria-label={oneLine(name)} onSubmit={submitting(first)} onKeyDown={onEnter(first)}>
      <h2>
        {oneLine(name)}{' '}
        <span class={`danger ${danger}`}>
          <span aria-hidden="true">{sign}</span> {label}
        </span>
      </h2>
      <p class="about">{oneLine(description)}</p>
      {own.filter((field, at) => !isFolded(field, at)).map(inputOf)}
      {groups.map(
        ([title, folded]) =>
          folded.length > 0 && (
            <details key={title} class="more-fields">
              <summary>{title}</summary>
              {folded.map(inputOf)}
            </details>
          ),
      )}
      <WhereItRuns where={where} folder={tool.folder} onChange={setWhere} />
      {isDestructive && (
        <label class="confirm">
          <input
            type="checkbox"
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />{' '}
          I know that this cannot be undone
        </label>
      )}
      <div class="buttons">
        {isPreviewFirst && (
          <button class="primary" disabled={act === null}>
            Preview first ({preview})
          </button>
        )}
        <button
          type={isPreviewFirst ? 'button' : 'submit'}
          class={isPreviewFirst ? '' : 'primary'}
          disabled={act === null || (isDestructive && !isConfirmed)}
          onClick={isPreviewFirst ? () => send(false) : undefined}
        >
          {isPreviewFirst ? 'Run it for real' : 'Run'}
        </button>
        {!isPreviewFirst && preview !== null && (
          <button type="button" disabled={act === null} onClick={() => send(true)}>
            Preview ({preview})
          </button>
        )}
      </div>
    </form>
  )
}

function FieldInput({
  field,
  value,
  onChange,
}: {
  readonly field: Field
  readonly value: string | boolean | undefined
  readonly onChange: (value: string | boolean) => void
}) {
  const { name, type, required, values, secret } = field
  const fallback = field.default === undefined ? '' : textOf(field.default)
  const id = `field-${name}`
  const text = typeof value === 'string' ? value : ''
  const shared = { id, name, required, 'aria-describedby': `${id}-about` }
  const onInput = (event: { readonly currentTarget: { readonly value: string } }) =>
    onChange(event.currentTarget.value)
  const kind = (secret ? 'password' : type === 'text' ? 'text' : 'number') as 'text'
  const input =
    type === 'boolean' ? (
      <input
        {...shared}
        required={false}
        type="checkbox"
        checked={value === undefined ? field.default === true : value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    ) : type === 'choice' ? (
      <select {...shared} value={text} onChange={onInput}>
        <option value="">{fallback === '' ? '' : `${fallback} (default)`}</option>
        {values.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    ) : type === 'list' ? (
      <textarea {...shared} rows={2} value={text} placeholder="one per line" onInput={onInput} />
    ) : (
      <input
        {...shared}
        type={kind}
        step={type === 'integer' ? 1 : 'any'}
        value={text}
        placeholder={fallback}
        autocomplete={secret ? 'new-password' : 'off'}
        spellcheck={false}
        onInput={onInput}
      />
    )
  const about = (
    <span class="muted" id={`${id}-about`}>
      {aboutField(field)}
      {secret && ' It is neither in the address nor in the journal.'}
    </span>
  )
  if (type === 'boolean')
    return (
      <div class="field switch">
        <label for={id}>
          {input} {oneLine(name)}
        </label>
        {about}
      </div>
    )
  return (
    <div class="field">
      <label for={id}>
        {oneLine(name)}
        {required && <span class="needed"> required</span>}
      </label>
      {about}
      {input}
    </div>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.join(', ')
      : JSON.stringify(value)
}

/** Makes the arguments of what was filled in; what was left alone is left to the tool. */
function argsOf(fields: readonly Field[], values: Values): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.flatMap(({ name, type, default: fallback }): [string, unknown][] => {
      const value = values[name]
      if (value === undefined || value === '') return []
      if (typeof value === 'boolean') return value === (fallback === true) ? [] : [[name, value]]
      if (type === 'list') return [[name, value.split('\n').filter((line) => line !== '')]]
      return [[name, type === 'integer' || type === 'number' ? Number(value) : value]]
    }),
  )
}

/** Reads the values of the address. */
function valuesIn({ v }: Place): Values {
  try {
    const values: unknown = JSON.parse(v || '{}')
    return typeof values === 'object' && values !== null ? (values as Values) : {}
  } catch {
    // Half an address is one without values.
    return {}
  }
}

function submitting(send: () => void) {
  return (event: Event) => {
    event.preventDefault()
    send()
  }
}

function onEnter(send: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
}
