import { isDeepStrictEqual } from 'node:util'

import { isFailureName, isJsonObject, isStandardExitName } from '../../contract/index.ts'
import { closest } from '../../internal/closest.ts'
import { toPointer } from '../../internal/json/json-pointer.ts'
import { DIALECT_IDS } from '../registry/built-in.ts'
import type { DocumentProblem } from '../validate-document.ts'
import { ERROR_TEXTS } from './description.ts'
import { placeProblem, toParts } from './places/place.ts'
import { placeConflicts, type NamedPlace } from './places/place-conflicts.ts'

/**
 * Checks the description of a dialect and returns all mistakes; none means that it can be used. Takes
 * any value and never throws.
 *
 * @example
 * ```ts
 * import { checkDescription } from 'surety/dialects'
 *
 * checkDescription({ surety_dialect: 1, id: 'house' })
 * // [{ pointer: '/data', message: 'is missing; …' }]
 * ```
 */
export function checkDescription(description: unknown): readonly DocumentProblem[] {
  const check = new Check()
  if (!isJsonObject(description)) {
    return [{ pointer: '', message: 'a dialect description must be an object' }]
  }
  check.members('', description, DESCRIPTION_MEMBERS)
  if (description['surety_dialect'] !== 1) {
    check.report('/surety_dialect', 'must be 1, the version of this format')
  }
  const id = description['id']
  if (typeof id !== 'string' || !/^[a-z][a-z0-9]*([.-][a-z0-9]+)*$/.test(id)) {
    check.report('/id', 'must be a lower-case name such as "house" or "house-2.0"')
  } else if (BUILT_IN.has(id)) {
    check.report('/id', `is the id of a built-in dialect; choose another, such as "my-${id}"`)
  }
  check.optional(description, 'title', '', isText, 'must be a string')
  check.choice(description, 'layout', '', ['compact', 'pretty', 'pretty-ascii'])
  check.choice(description, 'unused', '', ['absent', 'null'])
  checkOk(check, description['ok'])
  checkConstants(check, description['constants'])
  if (description['data'] === undefined) {
    check.report('/data', 'is missing; use "" where the whole document is the payload')
  } else if (description['data'] !== '') check.place('/data', description['data'])
  checkError(check, description['error'])
  for (const key of ['warnings', 'meta', 'stow'] as const) {
    if (description[key] !== undefined) check.place(`/${key}`, description[key], key !== 'stow')
  }
  checkMetaMembers(check, description['meta_members'])
  checkExits(check, description['exits'], description['exit_numbers'])
  checkCodes(check, description['codes'])
  checkOrder(check, description['order'])
  return [...check.problems, ...placeConflicts(check.places)]
}

const BUILT_IN: ReadonlySet<string> = new Set(DIALECT_IDS)

/** Tests for a JSON value: YAML has others, and aliases that contain themselves. */
function isJson(value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value)
  } catch {
    // A cycle or undefined: JSON has neither.
    return false
  }
}

/** The members of a description. */
export const DESCRIPTION_MEMBERS = [
  '$schema',
  'surety_dialect',
  'id',
  'title',
  'layout',
  'ok',
  'constants',
  'data',
  'error',
  'warnings',
  'meta',
  'meta_members',
  'exits',
  'exit_numbers',
  'codes',
  'unused',
  'order',
  'stow',
]
const ERROR_MEMBERS = ['at', 'stream', ...ERROR_TEXTS, 'details', 'retryable', 'wait']

type Members = Readonly<Record<string, unknown>>
const isText = (value: unknown): boolean => typeof value === 'string'

class Check {
  readonly problems: DocumentProblem[] = []
  readonly places: NamedPlace[] = []

  report(pointer: string, message: string): void {
    this.problems.push({ pointer, message })
  }

  members(at: string, object: Members, known: readonly string[]): void {
    for (const key of Object.keys(object)) {
      if (known.includes(key)) continue
      const near = closest(key, known)
      const hint =
        near === undefined ? `known members are ${known.join(', ')}` : `did you mean "${near}"?`
      this.report(at + toPointer(key), `is not a known member; ${hint}`)
    }
  }

  optional(
    object: Members,
    key: string,
    at: string,
    test: (value: unknown) => boolean,
    message: string,
  ): void {
    if (object[key] !== undefined && !test(object[key])) this.report(at + toPointer(key), message)
  }

  choice(object: Members, key: string, at: string, choices: readonly string[]): void {
    const words = choices.map((choice) => `"${choice}"`).join(' or ')
    this.optional(object, key, at, (value) => choices.includes(value as string), `must be ${words}`)
  }

  object(at: string, value: unknown): Members | undefined {
    if (isJsonObject(value)) return value
    if (value !== undefined) this.report(at, 'must be an object')
    return undefined
  }

  place(at: string, value: unknown, isOwn = true): void {
    if (typeof value !== 'string' || value === '') {
      this.report(
        at,
        'must be a place: a JSON pointer such as "/error/code" or a path such as "error.code"',
      )
      return
    }
    const problem = placeProblem(value)
    if (problem !== undefined) this.report(at, problem)
    else if (isOwn) this.places.push({ pointer: at, parts: toParts(value) })
  }
}

function checkOk(check: Check, value: unknown): void {
  const ok = check.object('/ok', value)
  if (!ok) return
  check.members('/ok', ok, ['at', 'success', 'failure'])
  check.place('/ok/at', ok['at'])
  const seen = new Map<unknown, string>()
  for (const side of ['success', 'failure'] as const) {
    const values = ok[side]
    if (!Array.isArray(values) || values.length === 0) {
      check.report(`/ok/${side}`, 'must list at least one value')
      continue
    }
    for (const [index, item] of values.entries()) {
      const at = `/ok/${side}/${index}`
      if (typeof item === 'object' && item !== null) {
        check.report(at, 'must be a string, a number, a boolean or null')
      } else if (seen.has(item))
        check.report(at, `is listed at ${seen.get(item)} too; a value cannot mean both`)
      seen.set(item, at)
    }
  }
}

function checkConstants(check: Check, value: unknown): void {
  for (const [place, constant] of Object.entries(check.object('/constants', value) ?? {})) {
    const at = `/constants${toPointer(place)}`
    check.place(at, place)
    if (!isJson(constant)) check.report(at, 'must be a JSON value, without cycles')
  }
}

function checkError(check: Check, value: unknown): void {
  const error = check.object('/error', value)
  if (!error) return
  check.members('/error', error, ERROR_MEMBERS)
  check.choice(error, 'stream', '/error', ['stdout', 'stderr'])
  // The error's place may contain its parts, or be its message.
  if (error['at'] !== undefined) check.place('/error/at', error['at'], false)
  for (const key of [...ERROR_TEXTS, 'details', 'retryable']) {
    if (error[key] !== undefined) check.place(`/error/${key}`, error[key])
  }
  if (error['at'] === undefined && ERROR_TEXTS.some((key) => error[key] !== undefined)) {
    check.report('/error/at', 'is missing; it names the member whose presence means failure')
  }
  const wait = check.object('/error/wait', error['wait'])
  if (!wait) return
  check.members('/error/wait', wait, ['at', 'unit'])
  check.place('/error/wait/at', wait['at'])
  if (wait['unit'] !== 'ms' && wait['unit'] !== 's') {
    check.report('/error/wait/unit', 'must be "ms" or "s"')
  }
}

function checkMetaMembers(check: Check, value: unknown): void {
  const members = check.object('/meta_members', value) ?? {}
  for (const [name, place] of Object.entries(members)) {
    check.place(`/meta_members${toPointer(name)}`, place)
  }
}

function checkExits(check: Check, exits: unknown, numbers: unknown): void {
  for (const [number, name] of Object.entries(check.object('/exits', exits) ?? {})) {
    const at = `/exits${toPointer(number)}`
    if (!/^(0|[1-9]\d{0,2})$/.test(number) || Number(number) > 255) {
      check.report(at, 'is not an exit number from 0 to 255')
    }
    if (!isStandardExitName(name)) check.report(at, unknownName(name))
    else if (number === '0' && name !== 'SUCCESS') check.report(at, 'exit 0 can only mean SUCCESS')
  }
  for (const [name, number] of Object.entries(check.object('/exit_numbers', numbers) ?? {})) {
    const at = `/exit_numbers${toPointer(name)}`
    if (!isStandardExitName(name)) check.report(at, unknownName(name))
    if (!Number.isInteger(number) || Number(number) < 0 || Number(number) > 255) {
      check.report(at, 'must be an exit number from 0 to 255')
    } else if ((number === 0) !== (name === 'SUCCESS')) {
      check.report(at, 'SUCCESS must be 0, and a failure must not be')
    }
  }
}

function checkCodes(check: Check, value: unknown): void {
  for (const [code, category] of Object.entries(check.object('/codes', value) ?? {})) {
    if (!isFailureName(category)) check.report(`/codes${toPointer(code)}`, unknownName(category))
  }
}

function checkOrder(check: Check, value: unknown): void {
  if (value === undefined) return
  if (!Array.isArray(value)) return check.report('/order', 'must be a list of member names')
  for (const [index, name] of value.entries()) {
    if (typeof name !== 'string') check.report(`/order/${index}`, 'must be a member name')
    else if (value.indexOf(name) !== index) check.report(`/order/${index}`, 'is listed twice')
  }
}

function unknownName(name: unknown): string {
  return `${JSON.stringify(name) ?? 'that'} is not a standard exit name such as NOT_FOUND or ARG_ERROR`
}
