import { isFailureName, isJsonObject, type JsonValue } from '../../contract/index.ts'
import { setMember, withoutMembers } from '../../internal/json/json-members.ts'
import { ERROR_FITS, fitsMeta, isText, isTexts, type Draft } from './outcome-draft.ts'
import { placeAt, hidesPartialFailure, isPartial } from '../write/loss-ledger.ts'

/**
 * Restores what our writer had stowed. The content is not trusted: every member is checked, none can
 * turn a failure into a success, and invalid ones are reported and ignored.
 */
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
  const rest = withoutMembers(holder, DATA)
  if (isInMeta) draft.meta = rest
  else if (Object.keys(rest).length > 0) error.details = rest
  else delete error.details
  return true
}

const DATA: ReadonlySet<string> = new Set(['data'])

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

const ERROR_TESTS = new Map<string, (value: JsonValue) => boolean>(Object.entries(ERROR_FITS))

const OPTIONAL: ReadonlySet<string> = new Set(
  Object.keys(ERROR_FITS).filter(
    (key) => !['code', 'category', 'message', 'retryable', 'recovery'].includes(key),
  ),
)
