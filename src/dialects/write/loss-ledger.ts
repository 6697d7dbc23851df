import kinds from './loss-kinds.json' with { type: 'json' }
import {
  isFailureName,
  isJsonObject,
  type JsonValue,
  type Outcome,
  type OutcomeError,
  type ReadOutcome,
} from '../../contract/index.ts'
import {
  jsonEqual,
  ownMember,
  setMember,
  toPart,
  toPointer,
  fromPointer,
} from '../../internal/json/json-members.ts'

/** The kinds of things that a dialect may be unable to say, and what they mean. */
export const LOSS_KINDS: Readonly<Record<LossKind, string>> = Object.freeze(kinds.meaning)

/** What a dialect may be unable to say. */
export type LossKind = keyof typeof kinds.meaning

/** Something that a dialect has no member for. */
export interface Loss {
  /** JSON pointer into the outcome. */
  readonly pointer: string
  readonly kind: LossKind
  /** JSON pointer to where the document keeps it instead; null if it is gone for good. */
  readonly stowed_at: string | null
  /**
   * `made up`: the dialect demands the member and the outcome has none. `kept aside`: the reader
   * had no place for it in the outcome, so the writer never saw it.
   */
  readonly note?: 'made up' | 'kept aside'
}

/**
 * What a writer does with facts that its dialect has no member for.
 *
 * - `never`: leaves them out, because a CLI prints no foreign members in its own dialect.
 * - `plain`: writes them under plain names where the dialect is open (`details`, `next_steps`), and
 *   reports the others as lost. `encode` and `translate` use it.
 * - `exact`: stows all others under the reserved member, and how members are spelt, so that reading gives
 *   back the very same outcome. `surety translate --lossless` uses it.
 */
export type StowMode = 'never' | 'plain' | 'exact'

const KIND_OF_MEMBER: ReadonlyMap<string, LossKind> = new Map(
  Object.entries(kinds.of_member as Readonly<Record<string, LossKind>>),
)

export function lossKind(pointer: string, value?: unknown, ok = true): LossKind {
  if (pointer === '/data') return dataKind(value, ok)
  return KIND_OF_MEMBER.get(pointer) ?? 'meta'
}

export function dataKind(value: unknown, ok: boolean): LossKind {
  if (!ok) return 'failure_data'
  if (value === null) return 'null_data'
  if (Array.isArray(value)) return 'array_data'
  return typeof value === 'object' ? 'clashing_members' : 'scalar_data'
}

export interface Place {
  readonly part: string | undefined
  readonly name: string | undefined
}

/** Pointers and places of the named members, made once: writers ask for them with every document. */
const PLACES: ReadonlyMap<string, Place> = new Map(
  Array.from(KIND_OF_MEMBER.keys(), (pointer) => [pointer, splitPointer(pointer)]),
)
const POINTERS = { meta: pointersIn('meta'), error: pointersIn('error') } as const

function pointersIn(part: string): ReadonlyMap<string, string> {
  const own = [...PLACES].filter(([, place]) => place.part === part)
  return new Map(own.map(([pointer, { name = '' }]) => [name, pointer]))
}

export function pointerTo(part: 'meta' | 'error', name: string): string {
  return POINTERS[part].get(name) ?? toPointer(part, name)
}

export function placeAt(pointer: string): Place {
  return PLACES.get(pointer) ?? splitPointer(pointer)
}

function splitPointer(pointer: string): Place {
  const [part, name, ...more] = fromPointer(pointer)
  return more.length > 0 ? { part: undefined, name: undefined } : { part, name }
}

/** The only member that we add to other people's documents; everything stowed is in it. */
export const RESERVED = 'x_envelope'

export interface Stowed {
  restore?: Readonly<Record<string, JsonValue>>
  remove?: readonly string[]
  data_at?: string
}

/** Records which members a writer has written. A member that it forgets is therefore reported as lost. */
export class Ledger {
  readonly #outcome: Outcome
  readonly #mode: StowMode
  readonly #written = new Set<string>()
  readonly #losses: Loss[] = []
  readonly #remove: string[] = []
  #restore: Record<string, JsonValue> | undefined
  #dataAt: string | undefined
  #room: string | null = null
  #isPartial = false

  constructor(outcome: Outcome, mode: StowMode = 'never') {
    this.#outcome = outcome
    this.#mode = mode
  }

  wrote(...pointers: readonly string[]): void {
    for (const pointer of pointers) this.#written.add(pointer)
  }

  /**
   * Records what a reader will find for a member. An equal value needs nothing more. A different one is
   * stowed, but if only its spelling differs, then only in exact mode.
   */
  readsAs(pointer: string, value: unknown, spelling = false): void {
    const own = this.#valueAt(pointer)
    if (jsonEqual(own, value) || (spelling && this.#mode !== 'exact')) {
      this.#written.add(pointer)
    } else if (own === undefined) {
      this.#written.add(pointer)
      if (this.#mode === 'exact') this.#remove.push(pointer)
    }
  }

  movedData(to: string): void {
    this.#dataAt = to
    this.wrappedData(to)
  }

  wrappedData(at: string): void {
    this.#written.add('/data')
    const { data, ok } = this.#outcome
    this.#losses.push({ pointer: '/data', kind: dataKind(data, ok), stowed_at: at })
  }

  wroteElsewhere(pointer: string, at: string): void {
    this.#written.add(pointer)
    const { data, ok } = this.#outcome
    this.#losses.push({ pointer, kind: lossKind(pointer, data, ok), stowed_at: at })
  }

  isWritten(pointer: string): boolean {
    return this.#written.has(pointer)
  }

  wroteMeta(name: string): void {
    this.#written.add(pointerTo('meta', name))
  }

  close(place: string | null): { stowed: Stowed | undefined; losses: readonly Loss[] } {
    this.#room = place === null || this.#mode !== 'exact' ? null : `${place}/${RESERVED}/restore/`
    this.#reportRest(this.#outcome)
    if (this.#room !== null) return { stowed: this.#stowed(), losses: this.#losses }
    const { data, ok } = this.#outcome
    for (const pointer of this.#remove) {
      const kind = lossKind(pointer, data, ok)
      this.#losses.push({ pointer, kind, stowed_at: null, note: 'made up' })
    }
    return { stowed: undefined, losses: this.#losses }
  }

  #reportRest({ ok, data, warnings, meta, exit, error }: Outcome): void {
    this.#report('/data', data)
    if (warnings.length > 0) this.#report('/warnings', warnings)
    for (const name of Object.keys(meta)) this.#report(pointerTo('meta', name), meta[name])
    if (ok) return
    this.#isPartial = isPartial(exit, error.category)
    this.#report('/exit', exit)
    for (const name of Object.keys(error)) {
      this.#report(pointerTo('error', name), error[name as keyof OutcomeError] as JsonValue)
    }
  }

  #report(pointer: string, value: JsonValue | undefined): void {
    if (value === undefined || this.#written.has(pointer)) return
    // Readers reject such a claim.
    const room = this.#isPartial && hidesPartialFailure(pointer, value) ? null : this.#room
    const { data, ok } = this.#outcome
    const kind = lossKind(pointer, data, ok)
    this.#losses.push({ pointer, kind, stowed_at: room === null ? null : room + toPart(pointer) })
    if (room !== null) setMember((this.#restore ??= {}), pointer, value)
  }

  #stowed(): Stowed | undefined {
    if (!this.#restore && this.#remove.length === 0 && this.#dataAt === undefined) return undefined
    const stowed: Stowed = {}
    if (this.#dataAt !== undefined) stowed.data_at = this.#dataAt
    if (this.#restore) stowed.restore = this.#restore
    if (this.#remove.length > 0) stowed.remove = this.#remove
    return stowed
  }

  #valueAt(pointer: string): unknown {
    const { part, name } = placeAt(pointer)
    const value = this.#outcome[part as 'data' | 'exit' | 'warnings' | 'meta' | 'error']
    if (name === undefined) return value
    return value === null ? undefined : ownMember(value as object, name)
  }
}

export function isPartial(exit: unknown, category: unknown): boolean {
  return exit === 'PARTIAL_FAILURE' || category === 'PARTIAL_FAILURE'
}

/** Tests for a stowed member that would hide a partial failure, so that callers would repeat it. */
export function hidesPartialFailure(pointer: string, value: unknown): boolean {
  if (pointer === '/error/retryable') return value === true
  if (pointer === '/error/recovery') return value === 'identical'
  if (pointer !== '/error/category' && pointer !== '/exit') return false
  return isFailureName(value) && value !== 'PARTIAL_FAILURE'
}

/** Adds what the reader kept aside: members of meta whose type no outcome can hold. */
export function withUnplaced(outcome: ReadOutcome, losses: readonly Loss[]): readonly Loss[] {
  const { other_documents: others } = outcome.diagnostics
  if (others.length === 0) return losses
  const unplaced = others.flatMap((document) => {
    if (!isJsonObject(document) || Object.keys(document).length !== 1) return []
    const { meta } = document
    return isJsonObject(meta) ? Object.keys(meta).map((key) => toPointer('meta', key)) : []
  })
  if (unplaced.length === 0) return losses
  return [
    ...losses,
    ...unplaced.map((pointer) => ({
      pointer,
      kind: lossKind(pointer, outcome.data, outcome.ok),
      stowed_at: null,
      note: 'kept aside' as const,
    })),
  ]
}
