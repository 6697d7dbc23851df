import type { JsonObject, JsonValue } from '../contract/index.ts'
import { lastPart, ownCode } from './own-code.ts'
import { firstLine } from './plain-words.ts'

export interface Said {
  readonly code: string | undefined
  readonly message: string | undefined
  readonly toolSays: JsonObject
}

/** What a document calls itself; `row` is an error that may be the state of a row as well. */
type Claim = 'success' | 'failure' | 'row' | undefined

/** Reads what the frames that end a stream say of a failure; `success` if they call themselves one. */
export function saidInFrames(frames: readonly JsonValue[]): Said | 'success' | undefined {
  const last = frames.at(-1)
  const claim = claimOf(last)
  if (claim === undefined && frames.length === 1) return saidInDiagnostics(last)
  if (claim === 'success') return saidInDiagnostics(last) ?? 'success'
  if (claim === undefined) return undefined
  const form = formOf(last)
  const same = frames.filter((each) => each === last || formOf(each) === form)
  if (claim === 'row' && same.some((each) => claimOf(each) === undefined)) return undefined
  const said = saidIn(last)
  if (said.code !== undefined) return said
  if (said.message === undefined && frames.length > 1) return saidByCompiler(frames) ?? said
  // An earlier frame of another form may tell of what was overcome.
  const named = same.find((each) => claimOf(each) === claim && saidIn(each).code !== undefined)
  return named === undefined ? said : saidIn(named)
}

/** Tests for a document that calls itself a failure. */
export function callsItselfFailed(document: JsonValue | undefined): boolean {
  const claim = claimOf(document)
  return claim === 'failure' || claim === 'row'
}

const CONTAINERS = ['envelope', 'result', 'response', 'payload', 'body', 'data']

function claimOf(value: JsonValue | undefined): Claim {
  const own = ownClaim(value)
  if (own !== undefined) return own
  for (const name of CONTAINERS) {
    const inner = ownClaim(member(value, name))
    if (inner === 'failure' || inner === 'success') return inner
  }
  return undefined
}

const DENIALS = ['ok', 'OK', 'Ok', 'success', 'Success', 'succeeded', 'valid']
const STATES = ['status', 'state', 'outcome', 'result', 'Action', 'conclusion']
const LEVELS = ['level', '@level', 'severity', 'kind', 'type', 'log.level', 'levelname']
const FAILED =
  /(?:^|[_ -])(?:error|errored|fail|failed|failure|fatal|critical|panic|invalid|denied|rejected|refused|required|unavailable|unauthori[sz]ed|forbidden|timeout|timed_out|aborted|crashed|blocked|not_found|conflict)$/i
const SUCCEEDED = /^(?:ok|success|succeeded|successful|pass|passed|completed?|done)$/i
const BAD_LEVEL =
  /^(?:error|err|fatal|crit|critical|alert|emerg|emergency|panic|failure-note|failure)$/i
const FINE_LEVEL = /^(?:trace|debug|info|notice|warn|warning)$/i

function ownClaim(value: JsonValue | undefined): Claim {
  if (!isObject(value)) return undefined
  const words = (names: readonly string[]) => names.map((name) => member(value, name))
  const levels = words(LEVELS)
  if (levels.some((each) => typeof each === 'string' && FINE_LEVEL.test(each))) return undefined
  const denials = words(DENIALS)
  const states = words(STATES).filter((each) => typeof each === 'string')
  if (denials.some((each) => each === false || each === 'false')) return 'failure'
  if (denials.includes(true) || states.some((each) => SUCCEEDED.test(each))) return 'success'
  const flags = words(['isError', 'is_error', 'failed', 'error'])
  if (flags.includes(true) || states.some((each) => FAILED.test(each))) return 'failure'
  const level = member(value, 'level')
  if (typeof level === 'number' && level >= 50 && level <= 60) return 'failure'
  if (levels.some((each) => typeof each === 'string' && BAD_LEVEL.test(each))) return 'failure'
  const { length } = words(['error', 'errors']).filter(isSomething)
  if (length > 0) return 'row'
  return isProblem(value) || isBareError(value) ? 'failure' : undefined
}

function isSomething(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** RFC 9457, and a status of HTTP beside words. */
function isProblem(value: JsonObject): boolean {
  const hasWords = ['title', 'detail', 'message'].some((name) => isText(member(value, name)))
  const numbers = ['status', 'statusCode', 'code'].map((name) => Number(member(value, name) ?? 0))
  const hasStatus = numbers.some((each) => each >= 400 && each < 600)
  return hasWords && (hasStatus || lastPart(member(value, 'type')) !== undefined)
}

/** A code and a message say nothing of a failure, unless the code does: `{code: "en-GB"}`, `{code: "user_created"}`. */
function isBareError(value: JsonObject): boolean {
  const code = ownCode(member(value, 'code'))
  return code !== undefined && isText(member(value, 'message')) && SIGN.test(words(code))
}

function words(code: string): string {
  return code.replaceAll(/[_./:-]|(?<=[a-z])(?=[A-Z])/g, ' ')
}

const SIGN =
  /\b(?:error|err|fail\w*|invalid|denied|forbidden|timeout|exception|refused|rejected|aborted|expired|exceeded|exhausted|insufficient|missing|unable|unauthori[sz]ed|unavailable|unreachable|unsupported|cannot|conflict|corrupt|malformed|mismatch|not|required|limited|locked|no|E(?:ACCES|BUSY|CONN\w+|EXIST|INVAL|IO|ISDIR|NOENT|NOSPC|NOTDIR|PERM|PIPE|AI_\w+))\b/i

const MESSAGES = ['message', '@message', 'summary', 'error', 'title', 'detail', 'description']
const MORE_MESSAGES = [...MESSAGES, 'msg', 'string', 'error_description', 'text']
const CODES = ['code', 'error_code', 'errorCode', 'msgid', 'message-id', 'ruleId']
/** Names that are codes in an error, and something else in a document. */
const KINDS = ['reason', 'kind', 'category', 'name', 'type']

function saidIn(value: JsonValue | undefined): Said {
  const document = [value, ...CONTAINERS.map((name) => member(value, name))].find(
    (each) => ownClaim(each) !== undefined,
  )
  const { error, errors } = { error: member(document, 'error'), errors: member(document, 'errors') }
  const first = [error, errors].map((each) => (Array.isArray(each) ? each[0] : each))
  const inner = first.find(isObject)
  const bodies = [inner, document]
  const listed = first.find((each) => isText(each))
  const message = messageIn(inner) ?? messageIn(document) ?? textOf(listed)
  const found = message === undefined ? saidInDiagnostics(document) : undefined
  const named = bodies.map((body) => codeIn(body)).find((each) => each !== undefined)
  const hasMessage = MORE_MESSAGES.some((name) => isText(member(inner ?? document, name)))
  const kind = hasMessage ? kindIn(inner, document, message) : undefined
  return {
    code: named ?? kind ?? found?.code,
    message: message ?? found?.message,
    toolSays: { ...toolSays(document), ...toolSays(inner) },
  }
}

function messageIn(body: JsonValue | undefined): string | undefined {
  const texts = MORE_MESSAGES.map((name) => textOf(member(body, name)))
  // `{"error": "invalid_grant", "error_description": "…"}`
  return texts.find((text) => text?.includes(' ')) ?? texts.find((text) => text !== undefined)
}

function codeIn(body: JsonValue | undefined): string | undefined {
  for (const name of CODES) {
    const value = member(body, name)
    const code = ownCode(isObject(value) ? member(value, 'code') : value)
    if (code !== undefined) return code
  }
  return lastPart(member(body, 'type'))
}

function kindIn(inner: JsonValue | undefined, document: JsonValue | undefined, message?: string) {
  const kinds = KINDS.map((name) => ownCode(member(inner, name)))
  const error = ownCode(member(document, 'error'))
  const slug = error !== undefined && error !== message && /[_-]/.test(error) ? error : undefined
  return [...kinds, ownCode(member(document, 'reason')), slug].find((each) => each !== undefined)
}

const PLACES = ['file', 'path', 'filePath', 'fileName', 'filename', 'file_path', 'source']
const SEVERITIES = ['severity', 'level', 'kind', 'type', 'status', 'category']
/** How many values of a document are looked at for a list of diagnostics. */
const MAX_LOOKED_AT = 400

/** Names of lists that tell of other times. */
const RECORDS = /^(?:logs?|events?|entries|history|rows|items|records|lines|data)$/i

/** Names of lists of what failed. */
const FAILED_LIST = /^(?:failures|violations)$/i

/** `{"ruleDescription": "…"}` */
function describedIn(value: JsonValue): string | undefined {
  const found = entriesOf(value).find(
    ([name, text]) => /(?:Message|Description)$/.test(name) && isText(text),
  )
  return textOf(found?.[1])
}

function entriesOf(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  return Object.entries(value ?? {}).slice(0, MAX_LOOKED_AT)
}

/** Reads lists of what is wrong: objects with a message that call themselves errors. */
function saidInDiagnostics(document: JsonValue | undefined): Said | undefined {
  const queue: (readonly [value: JsonValue, place?: string | undefined, list?: string])[] = []
  if (typeof document === 'object') queue.push([document])
  const found: { readonly message: string; readonly code: string | undefined }[] = []
  for (let at = 0; at < queue.length && at < MAX_LOOKED_AT; at += 1) {
    const [value, outer, list = ''] = queue[at]!
    const place = placeOf(value) ?? outer
    const isBad = isObject(value) && (isError(value) || FAILED_LIST.test(list))
    const thrown = member(value, 'err')
    const message = isBad
      ? (messageIn(thrown) ?? messageIn(value) ?? describedIn(value))
      : undefined
    if (message !== undefined) {
      const where = place === undefined || message.includes(place) ? '' : `${place}: `
      found.push({ message: `${where}${message}`, code: diagnosticCode(thrown ?? value) })
    } else if (queue.length < MAX_LOOKED_AT)
      for (const [name, each] of entriesOf(value))
        if (typeof each === 'object' && !RECORDS.test(name))
          queue.push([each, place, Array.isArray(value) ? list : name])
  }
  const [first] = found
  if (first === undefined) return undefined
  const isOne = found.every(({ code }) => code === first.code)
  const rule = first.code === undefined ? '' : ` (${first.code})`
  const more = found.length > 1 ? ` (and ${found.length - 1} more)` : ''
  return {
    code: isOne ? first.code : undefined,
    message: `${first.message}${rule}${more}`,
    toolSays: {},
  }
}

/** Reads what compilers say of places in files: the end of a build denies without a word of its own. */
function saidByCompiler(frames: readonly JsonValue[]): Said | undefined {
  const bodies = frames.map((frame) => {
    const inner = member(frame, 'message')
    return isObject(inner) ? inner : frame
  })
  return saidInDiagnostics(
    bodies.filter((body) => {
      const spans = member(body, 'spans')
      const isPlaced = placeOf(body) !== undefined || (Array.isArray(spans) && spans.length > 0)
      // A log names places too, of what may have been overcome.
      return isPlaced && !TIMES.some((name) => member(body, name) !== undefined)
    }),
  )
}

const TIMES = ['time', 'timestamp', '@timestamp', 'ts']

function isError(value: JsonObject): boolean {
  return SEVERITIES.some((name) => {
    const level = member(value, name)
    if (name === 'severity' && level === 2) return true
    return typeof level === 'string' && /^(?:error|fatal|failed|critical|high)$/i.test(level)
  })
}

function diagnosticCode(value: JsonValue): string | undefined {
  return (
    codeIn(value) ??
    ['category', 'rule', 'symbol']
      .map((name) => ownCode(member(value, name)))
      .find((each) => each !== undefined && !/^(?:error|high)$/i.test(each))
  )
}

function placeOf(value: JsonValue): string | undefined {
  for (const body of [value, member(value, 'location'), member(value, 'range')])
    for (const name of PLACES) {
      const place = member(body, name)
      if (isText(place)) return firstLine(place)
    }
  return undefined
}

/** What a program says of retries and remedies: carried, and never obeyed. */
const STATEMENTS =
  /^(?:hints?|fix|help|suggest(?:ion|ed_fix)s?|next|next_?(?:steps|actions)|nextActions|retry(?:able|_after\w*|After\w*)|recoverable|transient|safe_to_retry|mutation_state|http_?status|status|statusCode|exit_?code|(?:docs|documentation)_?url|trace_id|request_id)$/i
const MAX_STATEMENT = 1000

function toolSays(body: JsonValue | undefined): JsonObject {
  if (!isObject(body)) return {}
  return Object.fromEntries(
    Object.entries(body)
      .slice(0, 100)
      .filter(([name, value]) => STATEMENTS.test(name) && isSmall(value)),
  )
}

function isSmall(value: JsonValue): boolean {
  try {
    return value !== null && JSON.stringify(value).length <= MAX_STATEMENT
  } catch {
    return false
  }
}

function formOf(value: JsonValue | undefined): string {
  return isObject(value) ? Object.keys(value).slice(0, 100).toSorted().join('\n') : ''
}

function textOf(value: JsonValue | undefined): string | undefined {
  return isText(value) ? firstLine(value) : undefined
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads an own member: a document may have any name, and none of what objects inherit. */
function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
