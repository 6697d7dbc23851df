import {
  isErrorCode,
  isJsonObject,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type OutcomeError,
} from '../../contract/index.ts'
import { oneLine, visibleText } from '@surety/internal/visible-text.ts'
import { durationText, summaryOf } from './terminal/cell.ts'
import { hintsOf, renderHints } from './hints.ts'
import { indented, narrowed, type Screen, type Style } from './terminal/screen.ts'
import { hanging, longest, padTo, widthOf, wrapTo } from './terminal/text-width.ts'

interface Row {
  readonly label: string
  readonly text: string
  /** A styled text stays on one line, so that it can be copied. */
  readonly style?: Style
}

/** Renders a failure: the error, its cause, and the next steps. `usage` shows how the command is called. */
export function renderFailure(outcome: FailureOutcome, screen: Screen, usage?: string): string[] {
  const { error, meta } = outcome
  const problems = problemsOf(outcome, screen)
  const lines = headline(error, messageWithout(error.message, problems), screen)
  const why = [...whyRows(error), ...problemRows(problems, error, usage)]
  const next = nextRows(error, problems.length > 0, screen, usage)
  const labels = longest([...why, ...next].map(({ label }) => label))
  const groups = why.length + next.length <= 3 ? [[...why, ...next]] : [why, next]
  for (const rows of groups) {
    if (rows.length > 0) lines.push('', ...rows.flatMap((row) => renderRow(row, labels, screen)))
  }
  const hints = hintsOf(meta)
  if (hints.length > 0) lines.push('', ...indented(renderHints(hints, narrowed(screen, 2)), 2))
  return lines
}

function headline(error: OutcomeError, errorMessage: string, screen: Screen): string[] {
  const { paint, glyphs } = screen
  const mark = glyphs.cross
  const room = narrowed(screen, widthOf(mark) + 1).columns
  const code = oneLine(error.code)
  const message = visibleText(errorMessage.trim() || code, '\n')
  const text = wrapTo(message, room)
  const last = text.at(-1)!
  const lines = text.map((line) => paint.red(paint.bold(line)))
  const isBeside = room === 0 || widthOf(last) + 2 + widthOf(code) <= room
  if (message !== code) {
    if (isBeside && text.length === 1) lines[0] += `  ${paint.dim(code)}`
    else lines.push(paint.dim(code))
  }
  return hanging(`${paint.red(mark)} `, lines)
}

function whyRows(error: OutcomeError): Row[] {
  const rows: Row[] = []
  const { operation, target = '' } = error
  const object = error.message.includes(target) ? '' : target
  if (operation !== undefined) rows.push({ label: 'while', text: `${operation} ${object}`.trim() })
  else if (object !== '') rows.push({ label: 'target', text: object })
  if (error.detail !== undefined) rows.push({ label: 'why', text: error.detail })
  // Nobody expects a refused input to change something.
  const isRefusedInput = error.category === 'ARG_ERROR'
  if (error.phase === 'validation' && !isRefusedInput)
    rows.push({ label: 'state', text: 'nothing was changed' })
  if (error.phase === 'cleanup')
    rows.push({ label: 'state', text: 'the work was done, but the cleanup after it failed' })
  return rows
}

function problemRows(
  problems: readonly ProblemText[],
  { message, suggestion }: OutcomeError,
  usage: string | undefined,
): Row[] {
  return problems.flatMap(({ where, what, allowed, suggestion: better }) => {
    const rows: Row[] = []
    if (problems.length > 1 || !message.includes(what)) {
      const isNew = better !== '' && !what.includes(better)
      rows.push({ label: where, text: isNew ? `${what} Try ${better}.` : what })
    } else if (better !== '' && suggestion === undefined) rows.push({ label: 'try', text: better })
    const isListed =
      problems.length > 1 ||
      usage !== undefined ||
      [message, suggestion ?? ''].some((text) =>
        allowed.split(', ').every((value) => text.includes(value)),
      )
    if (!isListed && allowed !== '') rows.push({ label: 'allowed', text: allowed })
    return rows
  })
}

function nextRows(
  error: OutcomeError,
  hasProblems: boolean,
  screen: Screen,
  usage: string | undefined,
): Row[] {
  const { paint } = screen
  const rows: Row[] = detailRows(error, screen)
  const { fix_required: fix, suggestion, next_steps: next } = error
  const shown = [error.message]
  const addRow = (label: string, text: string | undefined, style?: Style) => {
    if (text === undefined || text.trim() === '') return
    if (shown.some((earlier) => says(earlier, text))) return
    shown.push(text)
    rows.push({ label, text, ...(style && { style }) })
  }
  // The problem with an input says what to correct, and a suggestion may say more than the fix.
  const isPlain = hasProblems || error.category === 'ARG_ERROR' || says(suggestion ?? '', fix ?? '')
  if (!isPlain && !fix?.includes(error.message)) addRow('fix', fix)
  // The usage has a row of its own.
  if (usage === undefined || !suggestion?.startsWith('Usage: ')) addRow('try', suggestion)
  addRow('next', next?.suggestion ?? next?.action.replaceAll('_', ' '))
  addRow('run', error.fix_command, paint.cyan)
  addRow('run', error.redirect?.command, paint.cyan)
  if (error.redirect?.permanent === true) addRow('note', 'the redirect is permanent')
  addRow('usage', usage, paint.cyan)
  addRow('retry', retryText(error))
  if (rows.length === 0 && error.code === 'INTERNAL_ERROR')
    addRow('try', 'Run it again with --debug to see where it failed.')
  return rows
}

/** Tests whether a text says everything that another says; how they end does not matter. */
function says(text: string, other: string): boolean {
  const plain = (words: string) => words.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  return plain(text).includes(plain(other).trim())
}

/** Lists the author's facts, without those that other rows or the message show in words. */
function detailRows({ details, message }: OutcomeError, screen: Screen): Row[] {
  const isShown = ([key, value]: readonly [string, JsonValue]) =>
    // Tools with codes of their own keep the framework's code in `reason`, for programs.
    !(key === 'reason' && isErrorCode(value as string)) &&
    !(value === null || key === 'errors' || key === 'auth_methods' || isTold(value, message))
  return Object.entries(details ?? {})
    .filter(isShown)
    .slice(0, 8)
    .map(([key, value]) => ({ label: labelText(key), text: textOf(value, screen) }))
}

/** Tests for a list of objects whose texts a message has, all of them. */
function isTold(value: JsonValue, message: string): boolean {
  const isInMessage = (text: JsonValue) => typeof text === 'string' && stands(text, message)
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => isJsonObject(item) && Object.values(item).every(isInMessage))
  )
}

/** Tests for a text that a message has as it is, not inside of another word. */
function stands(text: string, message: string): boolean {
  const around = message.split(text)
  const isBetween = (after: string, at: number) =>
    at > 0 && !/[\p{L}\p{N}]$/u.test(around[at - 1]!) && !/^[\p{L}\p{N}]/u.test(after)
  return text === '' || around.some(isBetween)
}

function retryText(error: OutcomeError): string | undefined {
  if (error.recovery !== 'identical') return undefined
  const when = error.retry_after_ms
  const after =
    when === undefined || when === 0 ? 'the same call may work later' : `in ${durationText(when)}`
  const strategy =
    error.retry_strategy === undefined ? '' : `, ${error.retry_strategy.replaceAll('_', ' ')}`
  return after + strategy
}

function renderRow({ label, text, style }: Row, labels: number, screen: Screen): string[] {
  const { paint, columns } = screen
  const left = Math.min(labels, columns === 0 ? labels : Math.floor(columns / 3))
  const space = ' '.repeat(2 + left + 2)
  const safe = visibleText(text.replaceAll('\r\n', '\n').replaceAll('\t', '  '), '\n').trimEnd()
  const lines = style
    ? [style(oneLine(text))]
    : wrapTo(safe, narrowed(screen, space.length).columns)
  const isOwnLine = widthOf(label) > left
  if (isOwnLine) return [`  ${paint.dim(label)}`, ...lines.map((line) => space + line)]
  return hanging(`  ${paint.dim(padTo(label, left))}  `, lines)
}

function textOf(value: JsonValue, screen: Screen): string {
  if (typeof value === 'string') return value
  if (isShortList(value)) return value.map((item) => textOf(item, screen)).join('\n')
  if (!isJsonObject(value)) return summaryOf(value, screen)
  // One level of members still fits on a line and is more useful than a count.
  const members = Object.entries(value).slice(0, 8)
  return members
    .map(([key, member]) => `${labelText(key)}: ${summaryOf(member, screen)}`)
    .join('; ')
}

function labelText(key: string): string {
  return oneLine(key).replaceAll('_', ' ')
}

/** Tests for a few objects, which say more than their number. */
function isShortList(value: JsonValue): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length <= 5 && value.length > 0 && value.every(isJsonObject)
}

interface ProblemText {
  readonly where: string
  readonly what: string
  /** The allowed values; empty if there are too many to read. */
  readonly allowed: string
  readonly suggestion: string
}

const MAX_ALLOWED = 12

/** Collects the wrong inputs of a failure, which stand where its dialect has room for them. */
function problemsOf({ error, meta }: FailureOutcome, screen: Screen): ProblemText[] {
  const listed = error.field_errors ?? meta['errors'] ?? error.details?.['errors']
  const list = Array.isArray(listed) ? (listed as readonly JsonValue[]) : []
  return list.filter(isJsonObject).map((problem) => problemOf(problem, screen))
}

/** Cuts a message that repeats every problem before the first of them. */
function messageWithout(message: string, problems: readonly ProblemText[]): string {
  if (problems.length < 2 || !problems.every(({ what }) => message.includes(what))) return message
  const first = Math.min(...problems.map(({ what }) => message.indexOf(what)))
  const before = message.slice(0, first).split(': ')[0]!.trim().replace(/:$/, '')
  return before === '' ? message : before
}

function problemOf(problem: JsonObject, screen: Screen): ProblemText {
  const places = ['param', 'path', 'field', 'parameter', 'name'].map((name) => problem[name])
  const place = places.find((each) => each != null)
  const where = Array.isArray(place) ? place.map(String).join('.') : plainText(place, screen)
  const message = plainText(problem['message'] ?? problem['code'] ?? problem, screen)
  const allowed = problem['allowed']
  const isShort = Array.isArray(allowed) && allowed.length > 0 && allowed.length <= MAX_ALLOWED
  const prefix = `${where}: `
  return {
    where: oneLine(where),
    what: message.startsWith(prefix) && where !== '' ? message.slice(prefix.length) : message,
    allowed: isShort ? summaryOf(allowed, screen) : '',
    suggestion: plainText(problem['suggestion'], screen),
  }
}

function plainText(value: JsonValue | undefined, screen: Screen): string {
  if (value == null) return ''
  return typeof value === 'string' ? value : summaryOf(value, screen)
}
