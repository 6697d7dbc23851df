import {
  isJsonObject,
  type FailureName,
  type JsonValue,
  type StandardExitName,
} from '../../contract/index.ts'
import { ownMember } from '@surety/internal/json/json-members.ts'
import {
  ERROR_TEXTS,
  toParts,
  type DialectDescription,
  type Parts,
} from '../../description/index.ts'
import { RESERVED } from '../write/reserved.ts'

export type Plan = ReturnType<typeof toPlan>

export type ErrorPlan = NonNullable<Plan['error']>

export function toPlan(description: DialectDescription) {
  const { ok, constants = {}, data = '', warnings, meta, meta_members = {}, stow } = description
  const error = toErrorPlan(description)
  const plan = {
    description,
    ok: ok && {
      parts: toParts(ok.at),
      success: ok.success as readonly JsonValue[],
      failure: ok.failure as readonly JsonValue[],
    },
    constants: Object.entries(constants).map(([place, value]) => [toParts(place), value] as const),
    /** Empty if the payload is every member that is not the envelope's own. */
    data: toParts(data),
    isFlat: data === '',
    hasEnvelope: data !== '' || ok !== undefined || Object.keys(constants).length > 0,
    error,
    errorStream: description.error?.stream ?? ('stdout' as const),
    warnings: optionalParts(warnings),
    meta: optionalParts(meta),
    metaMembers: Object.entries(meta_members).map(([name, at]) => [name, toParts(at)] as const),
    stow: optionalParts(stow),
    unused: description.unused ?? ('absent' as const),
    ...exitTables(description),
    categoryOf: codeTable(description.codes ?? {}),
  }
  const places = [
    plan.ok?.parts,
    ...plan.constants.map(([parts]) => parts),
    plan.data,
    plan.warnings,
    plan.meta,
    ...plan.metaMembers.map(([, parts]) => parts),
    plan.stow,
    ...(error ? errorPlaces(error) : []),
  ]
  const own: ReadonlySet<string> = new Set(places.flatMap((parts = []) => parts.slice(0, 1)))
  return { ...plan, own }
}

function optionalParts(place: string | undefined): Parts | undefined {
  return place === undefined ? undefined : toParts(place)
}

function toErrorPlan({ error }: DialectDescription) {
  if (error?.at === undefined) return undefined
  const { details, retryable, wait } = error
  const at = toParts(error.at)
  const plan = {
    at,
    texts: ERROR_TEXTS.flatMap((key) => {
      const place = error[key]
      return place === undefined ? [] : [[key, toParts(place)] as const]
    }),
    details: optionalParts(details),
    retryable: optionalParts(retryable),
    wait: wait && { parts: toParts(wait.at), factor: wait.unit === 's' ? 1000 : 1 },
  }
  const own: ReadonlySet<string> = new Set([
    ...errorPlaces(plan).flatMap((parts = []) => parts.slice(at.length, at.length + 1)),
    RESERVED,
  ])
  return { ...plan, own }
}

function errorPlaces(error: Omit<ErrorPlan, 'own'>): readonly (Parts | undefined)[] {
  const texts = error.texts.map(([, parts]) => parts)
  return [error.at, ...texts, error.details, error.retryable, error.wait?.parts]
}

function exitTables({ exits = {}, exit_numbers = {} }: DialectDescription) {
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
    exitName: (number: number): StandardExitName | undefined => names.get(number),
    exitNumber: (name: string): number | undefined => numbers.get(name),
  }
}

function codeTable(
  codes: Readonly<Record<string, FailureName>>,
): (code: string) => FailureName | undefined {
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

export function valueAt(document: JsonValue, parts: Parts): JsonValue | undefined {
  let value: JsonValue | undefined = document
  for (const part of parts) {
    if (!isJsonObject(value)) return undefined
    value = ownMember(value, part) as JsonValue | undefined
  }
  return value
}

export function contains(outer: Parts, inner: Parts): boolean {
  return outer.length <= inner.length && outer.every((part, index) => inner[index] === part)
}
