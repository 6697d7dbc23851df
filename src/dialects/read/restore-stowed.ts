import {
  isFailureName,
  isJsonObject,
  PHASES,
  RECOVERIES,
  REDIRECT_REASONS,
  RETRY_STRATEGIES,
  type JsonObject,
  type JsonValue,
} from '../../contract/index.ts'
import { setMember, withoutMembers } from '../../internal/json/json-members.ts'
import { fromPointer } from '../../internal/json/json-pointer.ts'
import type { Draft, DraftError } from './outcome-draft.ts'
import { NAME_AT } from '../write/outcome-members.ts'
import { hidesPartialFailure, isPartial } from './partial-failure.ts'

/**
 * Restores what our writer had stowed. The content is not trusted: every member is checked, none can
 * turn a failure into a success, and invalid ones are reported and ignored.
 */
export function restoreStowed(
  draft: Draft,
  stowed: JsonValue | undefined,
  exitDecides: boolean,
  complain: (what: string) => void,
): void {
  if (stowed === undefined) return
  if (!isJsonObject(stowed)) return complain('it is not an object')
  const { exit } = draft
  const { data_at: dataAt, restore = {}, remove = [] } = stowed
  if (dataAt !== undefined && !moveData(draft, dataAt)) complain('data_at leads nowhere')
  if (isJsonObject(restore)) {
    const isPartialFailure =
      isPartial(exit, draft.error?.category) ||
      isPartial(restore['/exit'], restore['/error/category'])
    for (const pointer of Object.keys(restore)) {
      const value = restore[pointer]!
      const isOverruled =
        (exitDecides && contradictsExit(exit, pointer, value)) ||
        (isPartialFailure && hidesPartialFailure(pointer, value))
      if (isOverruled || !restoreOne(draft, pointer, value)) {
        complain(`restore ${pointer} does not fit`)
      }
    }
  } else complain('restore is not an object')
  if (Array.isArray(remove)) {
    const ofMeta = new Set<string>()
    for (const pointer of remove as readonly JsonValue[]) {
      if (!removeOne(draft, pointer, ofMeta)) {
        complain(`remove ${JSON.stringify(pointer)} does not fit`)
      }
    }
    // Copying once is faster than deleting members.
    if (ofMeta.size > 0) draft.meta = withoutMembers(draft.meta, ofMeta)
  } else complain('remove is not a list')
}

/** Tests for a stowed exit that contradicts the standard failure of the exit number. */
function contradictsExit(exit: string, pointer: string, value: JsonValue): boolean {
  if (pointer !== '/exit' || exit === 'GENERAL_ERROR') return false
  return isFailureName(exit) && isFailureName(value) && value !== exit
}

function moveData(draft: Draft, from: JsonValue): boolean {
  if (from === '/data/value') return takeFrom(draft, draft.data, () => undefined)
  if (draft.error === null) return false
  if (from === '/meta/data') {
    return takeFrom(
      draft,
      draft.meta,
      (rest) => {
        draft.meta = rest
      },
      'data',
    )
  }
  const { error } = draft
  if (from !== '/error/details/data') return false
  return takeFrom(
    draft,
    error.details,
    (rest) => {
      if (Object.keys(rest).length > 0) error.details = rest
      else delete error.details
    },
    'data',
  )
}

function takeFrom(
  draft: Draft,
  holder: JsonValue | undefined,
  keepRest: (rest: Record<string, JsonValue>) => void,
  key = 'value',
): boolean {
  if (!isJsonObject(holder) || !Object.hasOwn(holder, key)) return false
  const { [key]: value, ...rest } = holder
  draft.data = value ?? null
  keepRest(rest)
  return true
}

function restoreOne(draft: Draft, pointer: string, value: JsonValue): boolean {
  if (pointer === '/data') {
    draft.data = value
    return true
  }
  if (pointer === '/warnings') {
    if (!isTexts(value)) return false
    draft.warnings = value
    return true
  }
  const { part, name } = placeAt(pointer)
  if (part === 'meta' && name !== undefined) {
    if (!fitsMeta(name, value)) return false
    setMember(draft.meta, name, value)
    return true
  }
  if (draft.error === null) return false
  if (part === 'exit' && name === undefined) {
    if (!isText(value) || !/^[A-Z][A-Z0-9_]*$/.test(value) || value === 'SUCCESS') return false
    draft.exit = value
    return true
  }
  if (part !== 'error' || name === undefined || !ERROR_TESTS.get(name)?.(value)) return false
  setMember(draft.error, name, value)
  return true
}

/** What a pointer into an outcome refers to: a part of it, or a member of that part. */
interface Place {
  readonly part: string | undefined
  readonly name: string | undefined
}

const NOWHERE: Place = { part: undefined, name: undefined }
const EXIT: Place = { part: 'exit', name: undefined }

/** Resolves a pointer; the frequent ones to named members are looked up. */
function placeAt(pointer: string): Place {
  const known = NAME_AT.get(pointer)
  if (known !== undefined)
    return { part: pointer.startsWith('/meta/') ? 'meta' : 'error', name: known }
  if (pointer === '/exit') return EXIT
  // Open members of meta are frequent too, so they have a fast path.
  if (/^\/meta\/[^/~]*$/.test(pointer)) return { part: 'meta', name: pointer.slice(6) }
  const [part, name, ...more] = fromPointer(pointer)
  return more.length > 0 ? NOWHERE : { part, name }
}

function removeOne(draft: Draft, pointer: JsonValue, ofMeta: Set<string>): boolean {
  if (typeof pointer !== 'string') return false
  const { part, name } = placeAt(pointer)
  if (name === undefined) return false
  if (part === 'meta') {
    ofMeta.add(name)
    return true
  }
  if (part !== 'error' || draft.error === null || !OPTIONAL.has(name)) return false
  setMember(draft.error, name, undefined)
  return true
}

const isText = (value: JsonValue): value is string => typeof value === 'string'
const isFlag = (value: JsonValue): boolean => typeof value === 'boolean'
const isCount = (value: JsonValue): boolean => Number.isInteger(value) && Number(value) >= 0
const isOneOf =
  (...allowed: readonly JsonValue[]) =>
  (value: JsonValue): boolean =>
    allowed.includes(value)

function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && (value as readonly JsonValue[]).every(isText)
}

/** Tests for a valid redirect: command, permanent, and maybe a known reason. */
export function isRedirect(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false
  const { command, permanent, reason } = value
  const reasonFits = reason === undefined || isOneOf(...REDIRECT_REASONS)(reason)
  return typeof command === 'string' && typeof permanent === 'boolean' && reasonFits
}

/** Tests for valid next steps: an action, and maybe a suggestion. */
export function isNextSteps(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false
  const { action, suggestion } = value
  return typeof action === 'string' && (suggestion === undefined || typeof suggestion === 'string')
}

/** Tests for the values of named members of meta. */
export const META_FITS: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  duration_ms: (value) => typeof value === 'number' && value >= 0,
  request_id: isText,
  schema_version: isText,
  not_modified: isFlag,
  truncated: isFlag,
  cursor: isText,
  command: isText,
  type: isText,
  schema: isText,
  timestamp: isText,
}

const META_TESTS = new Map(Object.entries(META_FITS))

/** Tests whether a value has a valid type for a member of meta; open members accept any. */
export function fitsMeta(name: string, value: JsonValue): boolean {
  return META_TESTS.get(name)?.(value) ?? true
}

/** Tests for the values of an error's members. */
export const ERROR_FITS: Readonly<Record<keyof DraftError, (value: JsonValue) => boolean>> = {
  code: isText,
  category: isFailureName,
  message: isText,
  detail: isText,
  retryable: isOneOf(true, false, null),
  recovery: isOneOf(...RECOVERIES),
  retry_after_ms: isCount,
  retry_strategy: isOneOf(...RETRY_STRATEGIES),
  phase: isOneOf(...PHASES),
  suggestion: isText,
  redirect: isRedirect,
  fix_required: isText,
  fix_command: isText,
  operation: isText,
  target: isText,
  next_steps: isNextSteps,
  field_errors: (value) =>
    Array.isArray(value) && (value as readonly JsonValue[]).every(isJsonObject),
  details: (value): value is JsonObject => isJsonObject(value),
  root_cause: isText,
  docs_url: isText,
  synthesised: isOneOf(true),
}

const ERROR_TESTS = new Map<string, (value: JsonValue) => boolean>(Object.entries(ERROR_FITS))

const OPTIONAL: ReadonlySet<string> = new Set(
  Object.keys(ERROR_FITS).filter(
    (key) => !['code', 'category', 'message', 'retryable', 'recovery'].includes(key),
  ),
)
