import type { ReadPlaces } from '../../places.ts'
import { RESERVED } from '../../write/reserved-member.ts'

/** The value is part of the shape, because readers and writers branch on it. */
export const FIXED = 0
/** Any string, number, object or list; it is moved or dropped without being looked at. */
export const CARRIED = 1
/** A list of such strings. */
export const LIST = 2
/** A whole number above zero. */
export const COUNT = 3
/** Such a number with a unit, as a string. */
export const DURATION = 4
/** A string of plain characters, which is never compared. */
export const PLAIN_TEXT = 5
/** The payload, if it is at the top level. */
export const PAYLOAD = 6
/** An object or list that is looked into; a string or number in its place is moved. */
export const HOLDER = 7
/** Data in another place than usual. */
export const DATA = 8
/** The name of the command that was run; inside a suggested command it is moved. */
export const COMMAND = 9

/** Classifies the values of members by name. */
export class GapNames {
  readonly #byHash = new Map<number, readonly NameKind[]>()
  readonly #others: number

  /** If the dialect does not list the deciding names, every value counts as deciding. */
  constructor({ member, deciding, holders = [], durations = [] }: ReadPlaces) {
    this.#others = deciding ? CARRIED : FIXED
    for (const [name, kind] of [...KINDS, ...durations.map((name) => [name, DURATION] as const)]) {
      for (const place of PLACES) this.#add(place + name, kind)
    }
    for (const name of holders) if (!this.#isListed(name)) this.#add(name, HOLDER)
    this.#add('data', DATA)
    this.#add('/data', FIXED)
    for (const name of deciding ?? []) for (const place of PLACES) this.#add(place + name, FIXED)
    if (member !== '') this.#add(member, PAYLOAD)
  }

  /**
   * Returns the kind of a name; `hash` is the hash of its bytes. The value of an unlisted name is at
   * most compared with others, which is checked elsewhere.
   */
  kindOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const found = this.#byHash.get(hash)
    if (found) for (const { name, kind } of found) if (isName(bytes, start, end, name)) return kind
    return this.#others
  }

  #isListed(name: string): boolean {
    const text = Buffer.from(name)
    return this.#byHash.get(hashOf(text))?.some((known) => text.equals(known.name)) === true
  }

  #add(name: string, kind: number): void {
    const text = Buffer.from(name)
    const hash = hashOf(text)
    const others = (this.#byHash.get(hash) ?? []).filter((known) => !text.equals(known.name))
    this.#byHash.set(hash, [...others, { name: text, kind }])
  }
}

interface NameKind {
  readonly name: Uint8Array
  readonly kind: number
}

/** A member of an outcome is named by itself or in a pointer of stowed members. */
const PLACES = ['', '/', '/meta/', '/error/']
/** Members of outcomes and of stowed data whose values matter. */
const DECIDING = (
  'ok code category exit type retryable recovery retry_after_ms retry_strategy phase reason ' +
  'action schema schema_version nextOffset data_at synthesised'
).split(' ')
/** Objects and lists in outcomes and in stowed data that are looked into. */
const HOLDERS =
  `error meta details redirect cta next_steps field_errors restore remove ${RESERVED}`.split(' ')
const KINDS: readonly (readonly [string, number])[] = [
  ...DECIDING.map((name) => [name, FIXED] as const),
  ...HOLDERS.map((name) => [name, HOLDER] as const),
  ['command', COMMAND],
  ['duration_ms', COUNT],
  ['request_id', PLAIN_TEXT],
  ['cursor', PLAIN_TEXT],
  ['timestamp', PLAIN_TEXT],
  ['warnings', LIST],
]

function isName(bytes: Uint8Array, start: number, end: number, name: Uint8Array): boolean {
  if (end - start !== name.length) return false
  for (let k = 0; k < name.length; k++) if (bytes[start + k] !== name[k]) return false
  return true
}

function hashOf(text: Uint8Array): number {
  return text.reduce((hash, unit) => Math.imul(hash ^ unit, 0x01000193), 0x811c9dc5 | 0)
}
