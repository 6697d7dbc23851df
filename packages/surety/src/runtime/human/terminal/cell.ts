import { isJsonObject, type JsonValue } from '../../../contract/index.ts'
import { oneLine } from '@surety/internal/visible-text.ts'
import type { Screen, Style } from './screen.ts'

/** A value as one line of safe, unstyled text, and how to show it. */
export interface Cell {
  readonly text: string
  readonly style: Style
  readonly align: 'left' | 'right'
  /** Whether it must not be cut, as with numbers. */
  readonly isRigid: boolean
}

const unstyled: Style = (text) => text

/** Makes the cell of a value; units and states are recognised by the member's name. */
export function cellOf(key: string, value: JsonValue | undefined, screen: Screen): Cell {
  const { paint, glyphs } = screen
  if (value == null) return left(glyphs.none, paint.dim)
  if (typeof value === 'boolean') return booleanCell(value, screen)
  if (typeof value === 'number') {
    return { text: numberText(key, value), style: unstyled, align: 'right', isRigid: true }
  }
  if (typeof value === 'string') return textCell(key, value, screen)
  const isText = isScalarList(value) && value.length > 0
  return left(summaryOf(value, screen), isText ? unstyled : paint.dim)
}

export function summaryOf(value: JsonValue, screen: Screen): string {
  if (Array.isArray(value)) {
    const elements = value as readonly JsonValue[]
    if (elements.length === 0) return screen.glyphs.none
    if (isScalarList(value)) return elements.map((each) => cellOf('', each, screen).text).join(', ')
    return elements.length === 1 ? '1 item' : `${elements.length} items`
  }
  if (!isJsonObject(value)) return cellOf('', value, screen).text
  const members = Object.entries(value)
  if (members.length === 0) return screen.glyphs.none
  const named = NAMES.find((name) => typeof value[name] === 'string' && value[name] !== '')
  if (named !== undefined) return oneLine(value[named] as string)
  const scalars = members.filter(([, member]) => typeof member !== 'object' || member === null)
  if (scalars.length === members.length && members.length <= 3) {
    return scalars
      .map(([key, member]) => `${oneLine(key)} ${cellOf(key, member, screen).text}`)
      .join(', ')
  }
  return members.length === 1 ? '1 field' : `${members.length} fields`
}

export function isScalarList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null)
}

const NAMES = ['name', 'title', 'label', 'id']
const STATES = /^(status|state|result|outcome|level|severity|health|conclusion|verdict|effect)$/i
const GOOD =
  /^(ok|up|success|succeeded|passed|pass|active|running|ready|healthy|done|complete|completed|enabled|online|open|merged|live|created|updated)$/i
const BAD =
  /^(error|errored|failed|fail|failure|critical|fatal|down|dead|unhealthy|crashed|rejected|offline|deleted|broken|denied)$/i
const UNSURE =
  /^(warn|warning|pending|queued|waiting|degraded|paused|partial|unknown|skipped|deprecated|stale|blocked)$/i
const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)$/

function booleanCell(value: boolean, { paint, glyphs, isUnicode }: Screen): Cell {
  if (!isUnicode) return left(value ? 'yes' : 'no', value ? paint.green : paint.dim)
  return left(value ? glyphs.tick : glyphs.cross, value ? paint.green : paint.dim)
}

function textCell(key: string, value: string, { paint, now, glyphs, link }: Screen): Cell {
  if (value === '') return left(glyphs.none, paint.dim)
  const time = TIME.exec(value)
  if (time !== null) return { ...left(timeText(value, time, now), unstyled), isRigid: true }
  if (STATES.test(key)) {
    if (GOOD.test(value)) return left(value, paint.green)
    if (BAD.test(value)) return left(value, paint.red)
    if (UNSURE.test(value)) return left(value, paint.magenta)
  }
  const text = oneLine(value)
  if (!/^https?:\/\/\S+$/.test(text)) return left(text, unstyled)
  return left(text, (shown) => link(paint.underline(shown), text))
}

function timeText(value: string, [, day, hour, zone]: RegExpExecArray, now?: Date): string {
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return value
  if (now !== undefined) {
    const isNear = Math.abs(moment.getTime() - now.getTime()) < 30 * 86_400_000
    return isNear ? relativeText(moment, now) : day!
  }
  return `${day} ${hour!.slice(0, 5)}${zone === 'Z' ? ' UTC' : ` ${zone}`}`
}

function numberText(key: string, value: number): string {
  if (key.endsWith('_ms')) return durationText(value)
  if (/(^|_)bytes$/.test(key)) return bytesText(value)
  if (/(^|_)percent(_|$)/.test(key)) return `${value}%`
  return String(value)
}

function left(text: string, style: Style): Cell {
  return { text, style, align: 'left', isRigid: false }
}

const ACRONYMS = /^(api|cli|cpu|id|ip|json|ok|os|pid|sha|sql|ttl|uri|url|usd|uuid)$/

/** Turns a member's name into a label: `created_at` is "Created at", `tx_id` is "Tx ID". */
export function labelOf(key: string): string {
  const words = wordsOf(key.replace(/_(?:ms|bytes)$/, ''))
  const label = words.map((word) => (ACRONYMS.test(word) ? word.toUpperCase() : word)).join(' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function wordsOf(key: string): string[] {
  return oneLine(key)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z0-9]+$/.test(word) ? word : word.toLowerCase()))
}

const DURATIONS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
] as const

/** Writes milliseconds in readable units: `850ms`, `1.2s`, `3m 20s`, `2h 5m`. */
export function durationText(ms: number): string {
  const size = Math.abs(ms)
  if (size < 1000) return `${round(ms)}ms`
  if (size < 60_000) return `${round(ms / 1000)}s`
  const at = DURATIONS.findIndex(([, unit]) => size >= unit)
  const [name, unit] = DURATIONS[at]!
  const [below, belowUnit] = DURATIONS[at + 1] ?? (['s', 1000] as const)
  const rest = Math.floor((size % unit) / belowUnit)
  const sign = ms < 0 ? '-' : ''
  return `${sign}${Math.floor(size / unit)}${name}${rest === 0 ? '' : ` ${rest}${below}`}`
}

/** Writes a number of bytes with a decimal unit: `1.4 MB`. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']
  let size = bytes
  let at = 0
  while (Math.abs(size) >= 999.95 && at < units.length - 1) {
    size /= 1000
    at++
  }
  return `${round(size)} ${units[at]}`
}

/** Writes a time relative to now: `3 hours ago`, `in 2 days`. */
export function relativeText(moment: Date, now: Date): string {
  const ms = moment.getTime() - now.getTime()
  const size = Math.abs(ms)
  if (size < 45_000) return 'just now'
  const [unit, span] = RELATIVE.find(([, least]) => size >= least) ?? RELATIVE.at(-1)!
  const count = Math.max(1, Math.round(size / span))
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`
  return ms < 0 ? `${words} ago` : `in ${words}`
}

const RELATIVE = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

function round(value: number): number {
  return Math.round(value * 10) / 10
}
