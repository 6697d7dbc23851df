import { toJsonValue } from '../../contract/index.ts'
import {
  collectProblems,
  ERROR_TEXTS,
  placeProblem,
  sectionProblems,
  toParts,
  type Description,
  type DialectDescription,
  type Problem,
  type ReportProblem,
} from '../../description/index.ts'
import { fromPointer, toPointer } from '@surety/internal/json/json-values.ts'
import { BUILT_IN } from '../registry/built-in.ts'
import { contains } from './plan.ts'

/**
 * Checks the description of a dialect and returns all mistakes; none means that it can be used. Takes
 * any value and never throws.
 *
 * @example
 * ```ts
 * import { checkDescription } from 'surety/dialects'
 *
 * checkDescription({ title: 'house' })
 * // [{ pointer: '', message: "the member 'id' is missing" }]
 * ```
 */
export function checkDescription(description: unknown): readonly Problem[] {
  const shape = sectionProblems('dialect', description)
  if (shape.length > 0) return shape
  return collectProblems((report) => checkRules(report, description as DialectDescription))
}

export function dialectProblems({ dialect }: Description): readonly Problem[] {
  if (typeof dialect !== 'object') return []
  return checkDescription(dialect).map(({ pointer, message }) => ({
    pointer: `/dialect${pointer}`,
    message,
  }))
}

function checkRules(report: ReportProblem, description: DialectDescription): void {
  const { id, ok, constants = {}, error, exits = {}, exit_numbers: numbers = {} } = description
  if (Object.hasOwn(BUILT_IN, id))
    report(['id'], `is the id of a built-in dialect; choose another, such as "my-${id}"`)
  for (const [index, value] of (ok?.failure ?? []).entries())
    if (ok?.success.includes(value))
      report(['ok', 'failure', index], 'is a success too; a value cannot mean both')
  for (const [place, value] of Object.entries(constants))
    if (!isJson(value)) report(['constants', place], 'must be a JSON value, without cycles')
  if (error && error.at === undefined && ERROR_TEXTS.some((key) => error[key] !== undefined))
    report(['error', 'at'], 'is missing; it names the member whose presence means failure')
  for (const [number, name] of Object.entries(exits)) {
    if (Number(number) > 255) report(['exits', number], 'is not an exit number from 0 to 255')
    if (number === '0' && name !== 'SUCCESS')
      report(['exits', number], 'exit 0 can only mean SUCCESS')
  }
  for (const [name, number] of Object.entries(numbers))
    if ((number === 0) !== (name === 'SUCCESS'))
      report(['exit_numbers', name], 'SUCCESS must be 0, and a failure must not be')
  checkPlaces(report, description)
}

function checkPlaces(report: ReportProblem, description: DialectDescription): void {
  const {
    ok,
    data = '',
    error,
    warnings,
    meta,
    stow,
    constants = {},
    meta_members = {},
  } = description
  const { at: errorAt, wait, stream: _stream, ...errorPlaces } = error ?? {}
  const named = (parts: readonly string[], place: string | undefined) =>
    place === undefined ? [] : [{ pointer: toPointer(...parts), place }]
  const own = [
    ...named(['ok', 'at'], ok?.at),
    ...Object.keys(constants).flatMap((place) => named(['constants', place], place)),
    ...named(['data'], data === '' ? undefined : data),
    ...Object.entries(errorPlaces).flatMap(([key, place]) => named(['error', key], place)),
    ...named(['error', 'wait', 'at'], wait?.at),
    ...named(['warnings'], warnings),
    ...named(['meta'], meta),
    ...Object.entries(meta_members).flatMap(([key, place]) => named(['meta_members', key], place)),
  ]
  // The error's place may contain its parts, or be its message, and much may be stowed in an open object.
  const shared = [...named(['error', 'at'], errorAt), ...named(['stow'], stow)]
  for (const { pointer, place } of [...own, ...shared]) {
    const problem = place === '' ? 'must not be empty' : placeProblem(place)
    if (problem !== undefined) report(fromPointer(pointer), problem)
  }
  const places = own.map(({ pointer, place }) => ({ pointer, parts: toParts(place) }))
  for (const [index, place] of places.entries())
    for (const other of places.slice(0, index)) {
      const isNarrow = other.parts.length < place.parts.length
      const [outer, inner] = isNarrow ? [other, place] : [place, other]
      // Open objects may contain members with their own places, but the same place twice is a mistake.
      const isOpen = OPEN.has(outer.pointer) && outer.parts.length < inner.parts.length
      if (contains(outer.parts, inner.parts) && !isOpen)
        report(fromPointer(place.pointer), `overlaps with the place at ${other.pointer}`)
    }
}

const OPEN: ReadonlySet<string> = new Set(['/meta', '/error/details'])

/** Tests for a JSON value: YAML has others, and aliases that contain themselves. */
function isJson(value: unknown): boolean {
  return toJsonValue(value).changes.length === 0
}
