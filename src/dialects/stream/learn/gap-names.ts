import type { ReadPlaces } from '../../places.ts'
import { RESERVED } from '../../write/reserved-member.ts'

/** The value of the member is part of the shape: readers and writers branch on it. */
export const FIXED = 0
/** A text, number, object or list that is carried along or dropped, whatever it is. */
export const CARRIED = 1
/** A list of such texts. */
export const LIST = 2
/** A whole number above zero. */
export const COUNT = 3
/** Such a number with a unit behind it, in quotes. */
export const DURATION = 4
/** A text that is never even compared, as long as its characters are plain. */
export const PLAIN_TEXT = 5
/** The payload, if it stands at the top. */
export const PAYLOAD = 6
/** An object or list whose members somebody looks at; a text or number in its place is carried. */
export const HOLDER = 7
/** Data that stands somewhere else than usual. */
export const DATA = 8
/** The command that was run, which decides; inside a suggested one it is carried. */
export const COMMAND = 9

/** Says what the value of a member may be, by its name as it stands in a line. */
export class GapNames {
  readonly #byHash = new Map<number, readonly NameKind[]>()
  readonly #others: number

  /** Where the dialect does not list the names that decide, every value may decide. */
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
   * Gives the kind of a name; `hash` is that of its bytes. A name that is not listed belongs to a
   * value that is at most compared with another, which is checked elsewhere.
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

/** Where a member of an outcome can be named: by itself, or in a pointer of what was stowed. */
const PLACES = ['', '/', '/meta/', '/error/']
/** Members of outcomes, and of what is stowed, whose values decide something. */
const DECIDING = (
  'ok code category exit type retryable recovery retry_after_ms retry_strategy phase reason ' +
  'action schema schema_version nextOffset data_at synthesised'
).split(' ')
/** Objects and lists in outcomes, and in what is stowed, that are looked into. */
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
