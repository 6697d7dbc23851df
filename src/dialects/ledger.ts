import type { JsonValue, Outcome, OutcomeError } from '../contract/index.ts'
import { jsonEqual } from '../internal/json-equal.ts'
import { ownMember } from '../internal/json-members.ts'
import { toPointer } from '../internal/json-pointer.ts'
import type { Loss, StowMode } from './dialect.ts'
import { lossKind } from './loss-kinds.ts'
import { RESERVED } from './reserved.ts'

export { RESERVED }

/** What a writer stows under {@link RESERVED}. */
export interface Stowed {
  /** Pointer into the outcome to the value that belongs there. */
  readonly restore?: Readonly<Record<string, JsonValue>>
  /** Pointers into the outcome to what the writer had to make up. */
  readonly remove?: readonly string[]
  /** Pointer into the document to where `data` stands instead. */
  readonly data_at?: string
}

/**
 * Keeps count of what a writer said natively; what is left over in the end is a loss, stowed where
 * the dialect has room. A member that nobody thought of is therefore reported, not forgotten.
 */
export class Ledger {
  readonly #outcome: Outcome
  readonly #mode: StowMode
  readonly #said = new Set<string>()
  readonly #losses: Loss[] = []
  readonly #restore: Record<string, JsonValue> = {}
  readonly #remove: string[] = []
  #dataAt: string | undefined

  constructor(outcome: Outcome, mode: StowMode = 'never') {
    this.#outcome = outcome
    this.#mode = mode
  }

  /** Notes that a member was written as it is and will be read as it is. */
  says(...pointers: readonly string[]): void {
    for (const pointer of pointers) this.#said.add(pointer)
  }

  /**
   * Notes what a reader will find for a member. Equal values are said; others are left to be stowed,
   * or, where only the spelling differs, are stowed in exact mode alone.
   */
  reads(pointer: string, value: unknown, spelling = false): void {
    const own = this.#valueAt(pointer)
    if (jsonEqual(own, value) || (spelling && this.#mode !== 'exact')) {
      this.#said.add(pointer)
    } else if (own === undefined) {
      this.#said.add(pointer)
      if (this.#mode === 'exact') this.#remove.push(pointer)
    }
  }

  /** Notes that `data` stands in another place of the document. */
  movesData(to: string): void {
    this.#said.add('/data')
    this.#dataAt = to
    this.#losses.push({ pointer: '/data', kind: this.#kind('/data'), stowed_at: to })
  }

  /** Notes that `data` stands behind a member of its own and that a reader finds it there unaided. */
  wrapsData(at: string): void {
    this.#said.add('/data')
    this.#losses.push({ pointer: '/data', kind: this.#kind('/data'), stowed_at: at })
  }

  /** Closes the count: `place` is the pointer of the object that may take the reserved member. */
  close(place: string | null): { stowed: Stowed | undefined; losses: readonly Loss[] } {
    const room = place === null || this.#mode === 'never' ? null : `${place}/${RESERVED}`
    forEachFact(this.#outcome, (pointer, value) => {
      if (this.#said.has(pointer)) return
      this.#restore[pointer] = value
      this.#report(pointer, room === null ? null : room + toPointer('restore', pointer))
    })
    if (room === null) {
      for (const pointer of this.#remove) this.#report(pointer, null, 'made up')
    }
    return { stowed: room === null ? undefined : this.#stowed(), losses: this.#losses }
  }

  #report(pointer: string, stowedAt: string | null, note?: string): void {
    this.#losses.push({
      pointer,
      kind: this.#kind(pointer),
      stowed_at: stowedAt,
      ...(note !== undefined && { note }),
    })
  }

  #kind(pointer: string): string {
    return lossKind(pointer, this.#outcome.data, this.#outcome.ok)
  }

  #stowed(): Stowed | undefined {
    const hasRestore = Object.keys(this.#restore).length > 0
    if (!hasRestore && this.#remove.length === 0 && this.#dataAt === undefined) return undefined
    return {
      ...(this.#dataAt !== undefined && { data_at: this.#dataAt }),
      ...(hasRestore && { restore: this.#restore }),
      ...(this.#remove.length > 0 && { remove: this.#remove }),
    }
  }

  #valueAt(pointer: string): unknown {
    const { data, exit, warnings, meta, error } = this.#outcome
    if (pointer.startsWith('/error/')) return error?.[pointer.slice(7) as keyof typeof error]
    if (pointer.startsWith('/meta/')) return ownMember(meta, pointer.slice(6))
    if (pointer === '/data') return data
    if (pointer === '/warnings') return warnings
    return exit
  }
}

/** Goes through everything that an outcome says, member by member; what the reader saw of the process is not part of it. */
function forEachFact(outcome: Outcome, visit: (pointer: string, value: JsonValue) => void): void {
  visit('/data', outcome.data)
  if (outcome.warnings.length > 0) visit('/warnings', outcome.warnings)
  for (const key of Object.keys(outcome.meta)) {
    const value = outcome.meta[key]
    if (value !== undefined) visit(toPointer('meta', key), value)
  }
  if (outcome.ok) return
  visit('/exit', outcome.exit)
  for (const key of Object.keys(outcome.error)) {
    const value = outcome.error[key as keyof OutcomeError]
    if (value !== undefined) visit(`/error/${key}`, value as JsonValue)
  }
}
