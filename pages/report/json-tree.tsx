import { useMemo, useState } from 'preact/hooks'

import { visibleText } from '../../src/internal/visible-text.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** Members that are shown at once: more of them at a click. */
const FIRST_MEMBERS = 100
/** Levels that are open at first. */
const OPEN_LEVELS = 2

/** Shows a JSON document as a tree whose parts open, with a search over names and values. */
export function JsonTree({ value, label }: { readonly value: Json; readonly label: string }) {
  const [query, setQuery] = useState('')
  const words = query.trim().toLowerCase()
  const found = useMemo(() => (words === '' ? 0 : countMatches(value, words)), [value, words])
  return (
    <div class="json" role="group" aria-label={label}>
      <label class="query">
        <span>Find</span>
        <input
          type="search"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <span class="muted" role="status">
          {words === '' ? '' : found === 1 ? '1 match' : `${found} matches`}
        </span>
      </label>
      <div class="json-lines" tabIndex={0} role="group" aria-label={`Members of ${label}`}>
        <Node name={null} value={value} level={0} words={words} />
      </div>
    </div>
  )
}

interface NodeProps {
  readonly name: string | null
  readonly value: Json
  readonly level: number
  readonly words: string
}

function Node({ name, value, level, words }: NodeProps) {
  const [isOpen, setOpen] = useState(level < OPEN_LEVELS)
  const [most, setMost] = useState(FIRST_MEMBERS)
  const members = membersOf(value)
  if (members === undefined || members.length === 0)
    return (
      <div class="json-leaf">
        <Name name={name} words={words} /> <Leaf value={value} words={words} />
      </div>
    )
  const hasMatch = words !== '' && countMatches(value, words) > 0
  const isShown = isOpen || hasMatch
  const wanted = hasMatch
    ? members.filter(([key, each]) => isIn(key, words) || countMatches(each, words) > 0)
    : members
  return (
    <details open={isShown} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Name name={name} words={words} />{' '}
        <span class="muted">{sizeOf(value, members.length)}</span>
      </summary>
      {isShown &&
        wanted
          .slice(0, most)
          .map(([key, each]) => (
            <Node key={key} name={key} value={each} level={level + 1} words={words} />
          ))}
      {isShown && wanted.length > most && (
        <button type="button" onClick={() => setMost(most * 10)}>
          Show {Math.min(wanted.length - most, most * 9)} more of {wanted.length}
        </button>
      )}
    </details>
  )
}

function Name({ name, words }: { readonly name: string | null; readonly words: string }) {
  if (name === null) return null
  return (
    <span class="json-name">
      <Marked text={visibleText(name)} words={words} />:
    </span>
  )
}

function Leaf({ value, words }: { readonly value: Json; readonly words: string }) {
  const text = visibleText(textOf(value) || '""', '\n\t')
  return (
    <span class={`json-${kindOf(value)}`}>
      <Marked text={text} words={words} />
    </span>
  )
}

/** Marks what was searched for. */
function Marked({ text, words }: { readonly text: string; readonly words: string }) {
  const at = words === '' ? -1 : text.toLowerCase().indexOf(words)
  if (at < 0) return <>{text}</>
  const end = at + words.length
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}

function membersOf(value: Json): readonly (readonly [string, Json])[] | undefined {
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function kindOf(value: Json): string {
  if (value === null) return 'null'
  return typeof value === 'object' ? 'empty' : typeof value
}

function sizeOf(value: Json, count: number): string {
  const noun = Array.isArray(value) ? 'item' : 'member'
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function isIn(text: string, words: string): boolean {
  return text.toLowerCase().includes(words)
}

/** Counts the names and values that hold the words. */
function countMatches(value: Json, words: string): number {
  const members = membersOf(value)
  if (members === undefined) return isIn(textOf(value), words) ? 1 : 0
  let count = 0
  for (const [key, each] of members)
    count += (!Array.isArray(value) && isIn(key, words) ? 1 : 0) + countMatches(each, words)
  return count
}

/** Reads output that is one JSON document; undefined if it is none, or too deep to be walked. */
export function toJson(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const value = JSON.parse(text) as Json
    return isDeep(value) ? undefined : value
  } catch {
    // Not a document, or several: the text is all there is to show.
    return undefined
  }
}

const MAX_DEPTH = 100

function isDeep(value: Json): boolean {
  let level: Json[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap((each) => (membersOf(each) ?? []).map(([, member]) => member))
  }
  return false
}
