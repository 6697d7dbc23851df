import { useMemo, useState } from 'preact/hooks'

import { visibleText } from '../../packages/internal/src/visible-text.ts'
import {
  countMembers,
  firstMembers,
  isParent,
  searchJson,
  textOf,
  type Json,
  type JsonParent,
  type Search,
} from './json-document.ts'

/** Members that are shown at once: more of them at a click. */
const FIRST_MEMBERS = 100
/** Characters of a value that are shown at once. */
const FIRST_CHARACTERS = 4000
/** Levels that are open at first. */
const OPEN_LEVELS = 2

/** What is searched for, and where it was found. */
interface Sought {
  readonly words: string
  readonly search: Search
}

/** Shows a JSON document as a tree whose parts open, with a search over names and values. */
export function JsonTree({ value, label }: { readonly value: Json; readonly label: string }) {
  const [query, setQuery] = useState('')
  const words = query.trim().toLowerCase()
  const sought = useMemo(
    () => (words === '' ? undefined : { words, search: searchJson(value, words) }),
    [value, words],
  )
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
          {sought && matchesText(sought.search.total)}
        </span>
      </label>
      <div class="json-lines" tabIndex={0} role="group" aria-label={`Members of ${label}`}>
        <Node name={null} value={value} level={0} sought={sought} />
      </div>
    </div>
  )
}

interface NodeProps {
  readonly name: string | null
  readonly value: Json
  readonly level: number
  readonly sought: Sought | undefined
}

function Node({ name, value, level, sought }: NodeProps) {
  if (isParent(value) && countMembers(value) > 0)
    return <Parent name={name} value={value} level={level} sought={sought} />
  return (
    <div class="json-leaf">
      <Name name={name} sought={sought} /> <Leaf value={value} sought={sought} />
    </div>
  )
}

function Parent({ name, value, level, sought }: NodeProps & { readonly value: JsonParent }) {
  const [isOpen, setOpen] = useState(level < OPEN_LEVELS)
  const [most, setMost] = useState(FIRST_MEMBERS)
  const found = sought?.search.parts.get(value)
  const isShown = isOpen || found?.isOpened === true
  const count = countMembers(value)
  const wanted = found?.members ?? count
  const members = !isShown
    ? []
    : found
      ? firstMembers(value, most, (...each) => sought!.search.isWanted(value, ...each))
      : firstMembers(value, most)
  return (
    <details open={isShown} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Name name={name} sought={sought} />{' '}
        <span class="muted">
          {isShown ? sizeOf(value, count) : preview(value, count)}
          {found && !isShown && `, ${matchesText(found.matches)}`}
        </span>
      </summary>
      {members.map(([key, each]) => (
        <Node key={key} name={key} value={each} level={level + 1} sought={sought} />
      ))}
      {isShown && wanted > most && (
        <button type="button" onClick={() => setMost(most + FIRST_MEMBERS * 10)}>
          Show {Math.min(wanted - most, FIRST_MEMBERS * 10)} more of {wanted}
        </button>
      )}
    </details>
  )
}

interface NameProps {
  readonly name: string | null
  readonly sought: Sought | undefined
}

function Name({ name, sought }: NameProps) {
  if (name === null) return null
  return (
    <span class="json-name">
      <Marked text={visibleText(name)} sought={sought} />:
    </span>
  )
}

function Leaf({ value, sought }: { readonly value: Json; readonly sought: Sought | undefined }) {
  const [isWhole, setWhole] = useState(false)
  const text = textOf(value) || '""'
  const isLong = text.length > FIRST_CHARACTERS && !isWhole
  const shown = isLong ? text.slice(0, FIRST_CHARACTERS) : text
  return (
    <>
      <span class={`json-${kindOf(value)}`}>
        <Marked text={visibleText(shown, '\n\t')} sought={sought} />
      </span>
      {isLong && (
        <>
          {' '}
          <button type="button" onClick={() => setWhole(true)}>
            Show all {text.length.toLocaleString('en')} characters
          </button>
        </>
      )}
    </>
  )
}

/** Marks what was searched for. */
function Marked({ text, sought }: { readonly text: string; readonly sought: Sought | undefined }) {
  const at = sought ? text.toLowerCase().indexOf(sought.words) : -1
  if (!sought || at < 0) return <>{text}</>
  const end = at + sought.words.length
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}

function kindOf(value: Json): string {
  if (value === null) return 'null'
  return typeof value === 'object' ? 'empty' : typeof value
}

function sizeOf(value: JsonParent, count: number): string {
  const noun = Array.isArray(value) ? 'item' : 'member'
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

/** Characters of the first members that stand in for a closed part. */
const PREVIEW_CHARACTERS = 60

/** Gives the first members of a closed part, so that one need not open each to tell them apart. */
function preview(value: JsonParent, count: number): string {
  const isList = Array.isArray(value)
  let text = ''
  let shown = 0
  for (const [name, each] of firstMembers(value, 6)) {
    const short = isParent(each) ? (Array.isArray(each) ? '[…]' : '{…}') : textOf(each).slice(0, 24)
    const next = `${text === '' ? '' : ', '}${isList ? short : `${name}: ${short}`}`
    if (text.length + next.length > PREVIEW_CHARACTERS) break
    text += next
    shown += 1
  }
  const rest = shown < count ? `${text === '' ? '' : ', '}… ${count - shown} more` : ''
  return visibleText(isList ? `[${text}${rest}]` : `{ ${text}${rest} }`)
}

function matchesText(count: number): string {
  return count === 1 ? '1 match' : `${count.toLocaleString('en')} matches`
}
