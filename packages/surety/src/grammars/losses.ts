import kinds from './loss-kinds.json' with { type: 'json' }
import type { Description } from '../description/index.ts'
import { groupBy } from '@surety/internal/group-by.ts'
import { isHolder, jsonEqual, toPointer } from '@surety/internal/json/json-values.ts'
import { ownMember, setMember } from '@surety/internal/json/json-members.ts'
import type { GrammarFormat, ReadGrammar, Stowed } from './grammar-format.ts'

export type DescriptionLossKind = keyof typeof kinds.meaning

/** What a reader of a format will not find, as for envelopes. */
export interface DescriptionLoss {
  /** JSON pointer into the description; of what was kept aside, into the document that was read. */
  readonly pointer: string
  readonly kind: DescriptionLossKind
  /** JSON pointer to where the document keeps it instead; null if it is gone for good. */
  readonly stowed_at: string | null
  /** `kept aside`: the description has no member for it, so that the writer never saw it. */
  readonly note?: 'kept aside'
}

/** The kinds of things that a format may be unable to say, and what they mean. */
const DESCRIPTION_LOSS_KINDS: Readonly<Record<DescriptionLossKind, string>> = kinds.meaning

/** Warns of which kinds things were lost for good, and how many; undefined if none were. */
export function lossWords(as: string, losses: readonly DescriptionLoss[]): string | undefined {
  const gone = losses.filter(({ stowed_at }) => stowed_at === null)
  if (gone.length === 0) return undefined
  const counts = [...groupBy(gone, ({ kind }) => kind)].map(
    ([kind, all]) => `${DESCRIPTION_LOSS_KINDS[kind]} (${all.length})`,
  )
  return `LOSSES: ${as} has no place for ${counts.join(', ')}.`
}

export interface WrittenGrammar {
  readonly text: string
  readonly losses: readonly DescriptionLoss[]
}

/** Writes a description, reads the document back as anybody would, and compares: what differs is lost. */
export async function writeGrammar(
  format: Required<Pick<GrammarFormat, 'read' | 'write'>>,
  description: Description,
  { isLossless = false } = {},
): Promise<WrittenGrammar> {
  const text = await format.write(description)
  const lost = await missing(format, description, text)
  if (lost.length === 0 || !isLossless) return { text, losses: toLosses(lost, () => null) }
  const stow: Stowed = Object.fromEntries(lost.map(({ pointer, own }) => [pointer, own]))
  const roomy = await format.write(description, { stow })
  const stillLost = new Set(
    (await missing(format, description, roomy)).map(({ pointer }) => pointer),
  )
  const placeOf = (pointer: string) => (stillLost.has(pointer) ? null : toPointer(ROOM, pointer))
  return { text: roomy, losses: toLosses(lost, placeOf) }
}

const ROOM = 'x-surety'

interface Missing {
  readonly pointer: string
  readonly own: unknown
}

async function missing(
  format: Pick<GrammarFormat, 'read'>,
  description: Description,
  text: string,
): Promise<readonly Missing[]> {
  const { name } = description
  const read = await format.read(text, name === undefined ? {} : { name })
  return differences(normal(description), normal(read.description))
}

function toLosses(
  lost: readonly Missing[],
  placeOf: (pointer: string) => string | null,
): readonly DescriptionLoss[] {
  return lost.map(({ pointer }) => ({
    pointer,
    kind: kindOf(pointer),
    stowed_at: placeOf(pointer),
  }))
}

/** Lists what a document says and a description has no member for: it is not there when the same format is written. */
export async function unreadMembers(
  format: GrammarFormat,
  read: ReadGrammar,
): Promise<readonly DescriptionLoss[]> {
  const pointers = read.unread ?? (await notWritten(format, read))
  return pointers.map((pointer) => ({
    pointer,
    kind: 'unknown_member',
    stowed_at: null,
    note: 'kept aside',
  }))
}

async function notWritten(format: GrammarFormat, { description, document }: ReadGrammar) {
  if (!format.write || document === undefined) return []
  const { name } = description
  const text = await format.write(description)
  const again = await format.read(text, name === undefined ? {} : { name })
  return differences(byName(document), byName(again.document)).map(({ pointer }) => pointer)
}

/** Lists members of one value that another lacks or has otherwise; a whole part that is missing is one difference. */
function differences(own: unknown, other: unknown): readonly Missing[] {
  const found: Missing[] = []
  const compare = (path: readonly string[], left: unknown, right: unknown): void => {
    if (jsonEqual(left, right)) return
    const isOpen = isHolder(left) && isHolder(right) && !Array.isArray(left)
    if (!isOpen) found.push({ pointer: toPointer(...path), own: left })
    else
      for (const [name, value] of Object.entries(left))
        compare([...path, name], value, ownMember(right, name))
  }
  compare([], own, other)
  return found
}

/** Members that say what is so without them. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  many: false,
  hidden: false,
  bare: false,
  secret: false,
  type: 'string',
  interactive: false,
  requires_command: false,
}

/** Leaves out what says nothing, so that two descriptions that mean the same are the same. */
function normal(value: unknown, above = ''): unknown {
  if (!isHolder(value)) return value
  if (Array.isArray(value)) return value.map((item) => normal(item))
  const copy = {}
  for (const [name, member] of Object.entries(value)) {
    const isNamed = NAMED.has(above)
    const isDefault = !isNamed && Object.hasOwn(DEFAULTS, name) && DEFAULTS[name] === member
    const isEmpty = isHolder(member) && Object.keys(member).length === 0 && !isNamed
    const isRequired = name === 'required' && !isNamed
    if (isDefault || isEmpty || (isRequired && member === (above === 'arg'))) continue
    setMember(copy, name, normal(member, isNamed ? (above === 'args' ? 'arg' : '') : name))
  }
  return copy
}

/** Members whose own members have names of the program. */
const NAMED = new Set(['commands', 'groups', 'options', 'args', 'exits', 'env', 'redirects'])

/** Gives lists of things that have a name as objects, so that their order does not matter. */
function byName(value: unknown): unknown {
  if (!isHolder(value)) return value
  if (!Array.isArray(value)) {
    const copy = {}
    for (const [name, member] of Object.entries(value)) setMember(copy, name, byName(member))
    return copy
  }
  const keys = value.map(nameOf)
  if (keys.some((key) => key === undefined) || new Set(keys).size < keys.length)
    return value.map((item) => byName(item)).toSorted(byText)
  const copy = {}
  for (const [index, key] of keys.entries()) setMember(copy, key!, byName(value[index]))
  return copy
}

/** Lists of words say the same in any order. */
function byText(a: unknown, b: unknown): number {
  return typeof a === 'string' && typeof b === 'string' && a !== b ? (a < b ? -1 : 1) : 0
}

function nameOf(item: unknown): string | undefined {
  if (!isHolder(item)) return undefined
  const { name, segment, id, code, names, value } = item as Record<string, unknown>
  const own = [name, segment, id, code, Array.isArray(names) ? names[0] : undefined, value].find(
    (each) => typeof each === 'string' || typeof each === 'number',
  )
  return own === undefined ? undefined : String(own)
}

const OF_MEMBER = new Map(Object.entries(kinds.of_member)) as ReadonlyMap<
  string,
  DescriptionLossKind
>

/** Says of what kind a member is by the last of its names that the format of descriptions gives. */
function kindOf(pointer: string): DescriptionLossKind {
  const parts = pointer.split('/').slice(1)
  let kind: DescriptionLossKind = 'other'
  for (let at = 0; at < parts.length; at += 1) {
    kind = OF_MEMBER.get(parts[at]!) ?? kind
    if (NAMED.has(parts[at]!)) at += 1
  }
  return kind
}
