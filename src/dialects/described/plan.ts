import {
  isJsonObject,
  type FailureName,
  type JsonValue,
  type StandardExitName,
} from '../../contract/index.ts'
import { ownMember, setMember } from '../../internal/json/json-members.ts'
import {
  ERROR_TEXTS,
  toParts,
  type DialectDescription,
  type ErrorText,
  type Parts,
} from '../../description/index.ts'
import { RESERVED } from '../write/loss-ledger.ts'

/** A valid description, compiled for reading and writing. */
export interface Plan {
  readonly description: DialectDescription
  readonly ok:
    | {
        readonly parts: Parts
        readonly success: readonly JsonValue[]
        readonly failure: readonly JsonValue[]
      }
    | undefined
  readonly constants: readonly (readonly [Parts, JsonValue])[]
  /** Empty if the payload is every member that is not the envelope's own. */
  readonly data: Parts
  readonly isFlat: boolean
  readonly error: ErrorPlan | undefined
  readonly errorStream: 'stdout' | 'stderr'
  readonly warnings: Parts | undefined
  readonly meta: Parts | undefined
  readonly metaMembers: readonly (readonly [string, Parts])[]
  readonly stow: Parts | undefined
  /** The top-level names that belong to the envelope. */
  readonly own: ReadonlySet<string>
  readonly unused: 'absent' | 'null'
  /** Returns what an exit number means; undefined if the description does not list it. */
  exitName(number: number): StandardExitName | undefined
  /** Returns the number to write for an exit name; undefined if there is none. */
  exitNumber(name: string): number | undefined
  /** Returns the category of an error code; undefined if the description does not list it. */
  categoryOf(code: string): FailureName | undefined
}

/** The places of an error's parts. */
export interface ErrorPlan {
  readonly at: Parts
  readonly texts: readonly (readonly [ErrorText, Parts])[]
  readonly details: Parts | undefined
  readonly retryable: Parts | undefined
  readonly wait: { readonly parts: Parts; readonly factor: number } | undefined
  /** The names inside the error object that have a meaning. */
  readonly own: ReadonlySet<string>
}

/** Compiles a description that has been checked. */
export function toPlan(description: DialectDescription): Plan {
  const { ok, constants = {}, data, warnings, meta, meta_members = {}, stow } = description
  const error = toErrorPlan(description)
  const plan = {
    ok: ok && { parts: toParts(ok.at), success: ok.success, failure: ok.failure },
    constants: Object.entries(constants).map(([place, value]) => [toParts(place), value] as const),
    data: toParts(data),
    isFlat: data === '',
    error,
    errorStream: description.error?.stream ?? ('stdout' as const),
    warnings: optionalParts(warnings),
    meta: optionalParts(meta),
    metaMembers: Object.entries(meta_members).map(([name, at]) => [name, toParts(at)] as const),
    stow: optionalParts(stow),
    unused: description.unused ?? ('absent' as const),
  }
  const places = [
    plan.ok?.parts,
    ...plan.constants.map(([parts]) => parts),
    plan.data,
    plan.warnings,
    plan.meta,
    ...plan.metaMembers.map(([, parts]) => parts),
    plan.stow,
    ...errorPlaces(error),
  ].flatMap((parts) => (parts ? [parts] : []))
  return {
    description,
    ...plan,
    own: new Set(places.flatMap((parts) => parts.slice(0, 1))),
    ...exitTables(description),
    categoryOf: codeTable(description.codes ?? {}),
  }
}

function optionalParts(place: string | undefined): Parts | undefined {
  return place === undefined ? undefined : toParts(place)
}

function toErrorPlan({ error }: DialectDescription): ErrorPlan | undefined {
  if (error?.at === undefined) return undefined
  const at = toParts(error.at)
  const texts = ERROR_TEXTS.flatMap((key) => {
    const place = error[key]
    return place === undefined ? [] : [[key, toParts(place)] as const]
  })
  const plan = {
    at,
    texts,
    details: optionalParts(error.details),
    retryable: optionalParts(error.retryable),
    wait: error.wait && {
      parts: toParts(error.wait.at),
      factor: error.wait.unit === 's' ? 1000 : 1,
    },
  }
  const inside = errorPlaces({ ...plan, own: new Set() }).flatMap((parts) =>
    parts !== undefined && parts.length > at.length ? [parts[at.length]!] : [],
  )
  return { ...plan, own: new Set([...inside, RESERVED]) }
}

function errorPlaces(error: ErrorPlan | undefined): readonly (Parts | undefined)[] {
  if (!error) return []
  const { at, texts, details, retryable, wait } = error
  return [at, ...texts.map(([, parts]) => parts), details, retryable, wait?.parts]
}

function exitTables({
  exits = {},
  exit_numbers = {},
}: DialectDescription): Pick<Plan, 'exitName' | 'exitNumber'> {
  const names = new Map(Object.entries(exits).map(([number, name]) => [Number(number), name]))
  const numbers = new Map<string, number>()
  for (const [number, name] of names) if (!numbers.has(name)) numbers.set(name, number)
  for (const [name, number] of Object.entries(exit_numbers)) {
    numbers.set(name, number)
    if (!names.has(number)) names.set(number, name as StandardExitName)
  }
  // Tools with more than one success code, such as grep and diff, still use 0.
  names.set(0, 'SUCCESS')
  numbers.set('SUCCESS', 0)
  return {
    exitName: (number) => names.get(number),
    exitNumber: (name) => numbers.get(name),
  }
}

function codeTable(codes: Readonly<Record<string, FailureName>>): Plan['categoryOf'] {
  const exact = new Map<string, FailureName>()
  const patterns: { readonly parts: readonly string[]; readonly category: FailureName }[] = []
  for (const [code, category] of Object.entries(codes)) {
    if (code.includes('*')) patterns.push({ parts: code.toLowerCase().split('*'), category })
    else exact.set(code.toLowerCase(), category)
  }
  return (code) => {
    const lower = code.toLowerCase()
    return exact.get(lower) ?? patterns.find(({ parts }) => fitsPattern(lower, parts))?.category
  }
}

/** Matches without a regular expression, which a pattern could make slow. */
function fitsPattern(text: string, parts: readonly string[]): boolean {
  const first = parts[0]!
  const last = parts.at(-1)!
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - last.length
}

/** Reads the value at a place; undefined if there is none. */
export function valueAt(document: JsonValue, parts: Parts): JsonValue | undefined {
  let value: JsonValue | undefined = document
  for (const part of parts) {
    if (!isJsonObject(value)) return undefined
    value = ownMember(value, part) as JsonValue | undefined
  }
  return value
}

/** Writes a value at a place and creates the objects on the way; false if something else is in the way. */
export function setAt(document: Record<string, unknown>, parts: Parts, value: unknown): boolean {
  let object = document
  for (const part of parts.slice(0, -1)) {
    const next = ownMember(object, part)
    if (next === undefined || next === null) {
      const made = {}
      setMember(object, part, made)
      object = made
    } else if (isJsonObject(next)) object = next
    else return false
  }
  setMember(object, parts.at(-1)!, value)
  return true
}

/** Tests whether the outer place is the inner one or contains it. */
export function contains(outer: Parts, inner: Parts): boolean {
  return outer.length <= inner.length && outer.every((part, index) => inner[index] === part)
}
