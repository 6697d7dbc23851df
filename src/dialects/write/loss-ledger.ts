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

const KIND_OF_MEMBER = new Map(Object.entries(kinds.of_member)) as ReadonlyMap<string, LossKind>

export function lossKind(pointer: string, data?: unknown, ok = true): LossKind {
  if (pointer !== '/data') return KIND_OF_MEMBER.get(pointer) ?? 'meta'
  if (!ok) return 'failure_data'
  if (data === null) return 'null_data'
  if (Array.isArray(data)) return 'array_data'
  return typeof data === 'object' ? 'clashing_members' : 'scalar_data'
}

/** Pointers and places of the named members, made once: writers ask for them with every document. */
const PLACES = new Map(Array.from(KIND_OF_MEMBER.keys(), (at) => [at, splitPointer(at)] as const))
const POINTERS = { meta: pointersIn('meta'), error: pointersIn('error') } as const

function pointersIn(part: string): ReadonlyMap<string, string> {
  const own = [...PLACES].filter(([, place]) => place.part === part)
  return new Map(own.map(([pointer, { name = '' }]) => [name, pointer]))
}

export function pointerTo(part: 'meta' | 'error', name: string): string {
  return POINTERS[part].get(name) ?? toPointer(part, name)
}

export function placeAt(pointer: string) {
  return PLACES.get(pointer) ?? splitPointer(pointer)
}

/** Splits the pointer to a part of an outcome or to a member of one; a deeper pointer leads nowhere. */
function splitPointer(pointer: string): { part?: string | undefined; name?: string | undefined } {
  const [part, name, ...more] = fromPointer(pointer)
  return more.length > 0 ? {} : { part, name }
}

/** The only member that we add to other people's documents; everything stowed is in it. */
export const RESERVED = 'x_envelope'

/** Records which members a writer has written. A member that it forgets is therefore reported as lost. */
export class Ledger<O extends Outcome = Outcome> {
  readonly outcome: O
  readonly stow: StowMode
  readonly #written = new Set<string>()
  readonly #losses: Loss[] = []
  readonly #remove: string[] = []
  #dataAt: string | undefined

  constructor(outcome: O, stow: StowMode = 'never') {
    this.outcome = outcome
    this.stow = stow
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
    const isSaid = jsonEqual(own, value) || (spelling && this.stow !== 'exact')
    if (isSaid || own === undefined) this.#written.add(pointer)
    if (!isSaid && own === undefined && this.stow === 'exact') this.#remove.push(pointer)
  }

  movedData(to: string): void {
    this.#dataAt = to
    this.wroteElsewhere('/data', to)
  }

  wroteElsewhere(pointer: string, at: string): void {
    this.#written.add(pointer)
    this.#lose(pointer, at)
  }

  isWritten(pointer: string): boolean {
    return this.#written.has(pointer)
  }

  wroteMeta(name: string): void {
    this.#written.add(pointerTo('meta', name))
  }

  /** Lists what was lost. Exact mode stows it in `holder`, the open object of the document at `place`. */
  close(place: string | null, holder: object = {}): readonly Loss[] {
    const room = place === null || this.stow !== 'exact' ? null : `${place}/${RESERVED}/restore/`
    const { ok, data, warnings, meta, exit, error } = this.outcome
    const isPartialFailure = !ok && isPartial(exit, error.category)
    const restore: Record<string, JsonValue> = {}
    const report = (pointer: string, value: JsonValue | undefined): void => {
      if (value === undefined || this.#written.has(pointer)) return
      // Readers reject a claim that hides a partial failure.
      const isRefused = isPartialFailure && hidesPartialFailure(pointer, value)
      const hasRoom = room !== null && !isRefused
      if (hasRoom) restore[pointer] = value
      this.#lose(pointer, hasRoom ? room + toPart(pointer) : null)
    }
    report('/data', data)
    if (warnings.length > 0) report('/warnings', warnings)
    for (const name of Object.keys(meta)) report(pointerTo('meta', name), meta[name])
    if (!ok) {
      report('/exit', exit)
      for (const name of Object.keys(error) as (keyof OutcomeError)[])
        report(pointerTo('error', name), error[name] as JsonValue)
    }
    if (room === null) {
      for (const pointer of this.#remove) this.#lose(pointer, null, 'made up')
      return this.#losses
    }
    const stowed = {
      ...(this.#dataAt !== undefined && { data_at: this.#dataAt }),
      ...(Object.keys(restore).length > 0 && { restore }),
      ...(this.#remove.length > 0 && { remove: this.#remove }),
    }
    if (Object.keys(stowed).length > 0) setMember(holder, RESERVED, stowed)
    return this.#losses
  }

  #lose(pointer: string, stowed_at: string | null, note?: Loss['note']): void {
    const { data, ok } = this.outcome
    const loss = { pointer, kind: lossKind(pointer, data, ok), stowed_at }
    this.#losses.push(note === undefined ? loss : { ...loss, note })
  }

  #valueAt(pointer: string): unknown {
    const { part, name } = placeAt(pointer)
    const value = this.outcome[part as 'data' | 'exit' | 'warnings' | 'meta' | 'error']
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
  const unplaced = outcome.diagnostics.other_documents.flatMap((document): Loss[] => {
    if (!isJsonObject(document) || Object.keys(document).length !== 1) return []
    const { meta } = document
    return Object.keys(isJsonObject(meta) ? meta : {}).map((key) => {
      const pointer = toPointer('meta', key)
      return { pointer, kind: lossKind(pointer), stowed_at: null, note: 'kept aside' }
    })
  })
  return unplaced.length === 0 ? losses : [...losses, ...unplaced]
}
