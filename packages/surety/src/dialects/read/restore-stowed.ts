import { isFailureName, isJsonObject, type JsonValue } from '../../contract/index.ts'
import { setMember } from '@surety/internal/json/json-members.ts'
import { fromPointer, withoutMembers } from '@surety/internal/json/json-values.ts'
import { dropDetails, ERROR_FITS, fitsMeta, isTexts, type Draft } from './outcome-draft.ts'

/** Restores what our writer had stowed. It is not trusted: none can turn a failure into a success. */
export function restoreStowed(
  draft: Draft,
  stowed: JsonValue,
  exitDecides: boolean,
  complain: (what: string) => void,
): void {
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
    if (ofMeta.size > 0) draft.meta = withoutMembers(draft.meta, ofMeta)
  } else complain('remove is not a list')
}

function contradictsExit(exit: string, pointer: string, value: JsonValue): boolean {
  if (pointer !== '/exit' || exit === 'GENERAL_ERROR') return false
  return isFailureName(exit) && isFailureName(value) && value !== exit
}

function moveData(draft: Draft, from: JsonValue): boolean {
  const { data, error, meta } = draft
  if (from === '/data/value') {
    if (!isJsonObject(data) || !Object.hasOwn(data, 'value')) return false
    draft.data = data['value'] ?? null
    return true
  }
  const isInMeta = from === '/meta/data'
  if (error === null || (!isInMeta && from !== '/error/details/data')) return false
  const holder = isInMeta ? meta : error.details
  if (holder === undefined || !Object.hasOwn(holder, 'data')) return false
  draft.data = holder['data'] ?? null
  if (isInMeta) draft.meta = withoutMembers(meta, DATA)
  else dropDetails(error, DATA)
  return true
}

const DATA: ReadonlySet<string> = new Set(['data'])

function restoreOne(draft: Draft, pointer: string, value: JsonValue): boolean {
  const { part, name } = placeAt(pointer)
  const { error } = draft
  if (pointer === '/data') draft.data = value
  else if (pointer === '/warnings' && isTexts(value)) draft.warnings = value
  else if (pointer === '/exit' && error && isFailingExit(value)) draft.exit = value
  else if (part === 'meta' && name !== undefined && fitsMeta(name, value))
    setMember(draft.meta, name, value)
  else if (part === 'error' && error && ERROR_TESTS.get(name)?.(value))
    setMember(error, name!, value)
  else return false
  return true
}

function isFailingExit(value: JsonValue): value is string {
  return typeof value === 'string' && /^[A-Z][A-Z0-9_]*$/.test(value) && value !== 'SUCCESS'
}

function removeOne({ error }: Draft, pointer: JsonValue, ofMeta: Set<string>): boolean {
  const { part, name } = placeAt(typeof pointer === 'string' ? pointer : '')
  if (name === undefined) return false
  if (part === 'meta') ofMeta.add(name)
  else if (part === 'error' && error && OPTIONAL.has(name)) setMember(error, name, undefined)
  else return false
  return true
}

const ERROR_TESTS = new Map<string | undefined, (value: JsonValue) => boolean>(
  Object.entries(ERROR_FITS),
)

const OPTIONAL: ReadonlySet<string> = new Set(
  Object.keys(ERROR_FITS).filter(
    (key) => !['code', 'category', 'message', 'retryable', 'recovery'].includes(key),
  ),
)

/** Splits the pointer to a part of an outcome or to a member of one; a deeper pointer leads nowhere. */
function placeAt(pointer: string): { part?: string | undefined; name?: string | undefined } {
  const [part, name, ...more] = fromPointer(pointer)
  return more.length > 0 ? {} : { part, name }
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
