import type { JsonValue, Outcome, OutcomeError } from '../../contract/index.ts'
import { jsonEqual } from '../../internal/json-equal.ts'
import { createTable, ownMember } from '../../internal/json-members.ts'
import { toPart } from '../../internal/json-pointer.ts'
import type { Loss, StowMode } from '../dialect.ts'
import {
  ERROR_FACTS,
  EXIT_FACT,
  META_FACTS,
  NAME_AT,
  openMetaFact,
  WARNINGS_FACT,
  type Fact,
} from './outcome-members.ts'
import { hidesHalfDone, isPartial } from '../read/partial-failure.ts'
import { dataKind, lossKind } from './loss-kinds.ts'
import { RESERVED } from './reserved-member.ts'

export { RESERVED }

/** What a writer stows under {@link RESERVED}. */
export interface Stowed {
  /** Pointer into the outcome to the value that belongs there. */
  restore?: Readonly<Record<string, JsonValue>>
  /** Pointers into the outcome to what the writer had to make up. */
  remove?: readonly string[]
  /** Pointer into the document to where `data` stands instead. */
  data_at?: string
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
  readonly #remove: string[] = []
  #saidOpen: Set<string> | undefined
  #restore: Record<string, JsonValue> | undefined
  #dataAt: string | undefined
  /** Pointer to where members are stowed; null where they are lost. */
  #room: string | null = null
  #isHalfDone = false

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
    this.#dataAt = to
    this.wrapsData(to)
  }

  /** Notes that `data` stands behind a member of its own and that a reader finds it there unaided. */
  wrapsData(at: string): void {
    this.#said.add('/data')
    const { data, ok } = this.#outcome
    this.#losses.push({ pointer: '/data', kind: dataKind(data, ok), stowed_at: at })
  }

  /** Notes that a member of meta was written as it is, by its name. */
  saysMeta(name: string): void {
    const fact = META_FACTS.get(name)
    if (fact) this.#said.add(fact.pointer)
    else (this.#saidOpen ??= new Set()).add(name)
  }

  /** Closes the count: `place` is the pointer of the object that may take the reserved member. */
  close(place: string | null): { stowed: Stowed | undefined; losses: readonly Loss[] } {
    this.#room = place === null || this.#mode === 'never' ? null : `${place}/${RESERVED}/restore/`
    this.#leaveAll(this.#outcome)
    if (this.#room !== null) return { stowed: this.#stowed(), losses: this.#losses }
    const { data, ok } = this.#outcome
    for (const pointer of this.#remove) {
      const kind = lossKind(pointer, data, ok)
      this.#losses.push({ pointer, kind, stowed_at: null, note: 'made up' })
    }
    return { stowed: undefined, losses: this.#losses }
  }

  /** Goes through everything that an outcome says, member by member; what the reader saw of the process is not part of it. */
  #leaveAll({ ok, data, warnings, meta, exit, error }: Outcome): void {
    if (!this.#said.has('/data')) {
      this.#leave({ pointer: '/data', kind: dataKind(data, ok), part: '~1data' }, data)
    }
    if (warnings.length > 0) this.#leave(WARNINGS_FACT, warnings)
    for (const name of Object.keys(meta)) {
      const value = meta[name]
      if (value === undefined) continue
      const fact = META_FACTS.get(name)
      if (fact) this.#leave(fact, value)
      else if (!this.#saidOpen?.has(name)) this.#leave(openMetaFact(name), value)
    }
    if (ok) return
    this.#isHalfDone = isPartial(exit, error.category)
    this.#leave(EXIT_FACT, exit)
    for (const name of Object.keys(error)) {
      const value = error[name as keyof OutcomeError]
      if (value !== undefined) this.#leave(errorFact(name), value as JsonValue)
    }
  }

  /** Leaves a member to be stowed, or lost, unless it was said. */
  #leave({ pointer, kind, part }: Fact, value: JsonValue): void {
    if (this.#said.has(pointer)) return
    // No reader would believe it.
    const room = this.#isHalfDone && hidesHalfDone(pointer, value) ? null : this.#room
    this.#losses.push({ pointer, kind, stowed_at: room === null ? null : room + part })
    if (room !== null) (this.#restore ??= createRestore(this.#outcome))[pointer] = value
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
    const { data, exit, warnings, meta, error } = this.#outcome
    if (pointer.startsWith('/error/')) {
      const name = NAME_AT.get(pointer) ?? pointer.slice('/error/'.length)
      return error?.[name as keyof typeof error]
    }
    if (pointer.startsWith('/meta/')) {
      return ownMember(meta, NAME_AT.get(pointer) ?? pointer.slice('/meta/'.length))
    }
    if (pointer === '/data') return data
    if (pointer === '/warnings') return warnings
    return exit
  }
}

function errorFact(name: string): Fact {
  return (
    ERROR_FACTS.get(name) ?? {
      pointer: `/error/${name}`,
      kind: 'meta',
      part: toPart(`/error/${name}`),
    }
  )
}

/** What is stowed has the usual names, unless members of meta have others. */
function createRestore({ meta }: Outcome): Record<string, JsonValue> {
  return Object.keys(meta).every((name) => META_FACTS.has(name)) ? {} : createTable()
}
