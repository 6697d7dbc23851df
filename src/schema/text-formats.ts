import type { TextFormat } from './definition.ts'

export const DURATION_PATTERN = '^(0|([0-9]+(\\.[0-9]+)?(ms|s|m|h|d))+)$'
/** The pattern of a date, or of a date with a time. */
export const DATE_PATTERN =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2}))?$'

/** The formats that JSON Schema has no name for. */
export const FORMAT_PATTERNS: Readonly<Record<string, string>> = {
  'alphanumeric-id': '^[A-Za-z0-9][A-Za-z0-9_-]*$',
  semver: '^[0-9]+\\.[0-9]+\\.[0-9]+(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$',
}

const DURATION = new RegExp(DURATION_PATTERN)
const DATE = new RegExp(DATE_PATTERN)
const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** Parses "30s", "1h30m", "250ms" or "0" to milliseconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  // No real duration is longer, and this bounds the work on hostile text.
  if (text.length > 64 || !DURATION.test(text)) return undefined
  let total = 0
  for (const [, amount, unit] of text.matchAll(/([0-9.]+)(ms|s|m|h|d)/g)) {
    total += Number(amount) * (UNITS[unit ?? ''] ?? 0)
  }
  return Number.isSafeInteger(Math.round(total)) ? Math.round(total) : undefined
}

/** Parses an ISO 8601 date or date-time; undefined for anything else, such as 30 February. */
export function parseDate(text: string): Date | undefined {
  if (text.length > 64 || !DATE.test(text)) return undefined
  const found = new Date(text)
  if (Number.isNaN(found.getTime())) return undefined
  const day = Number(text.slice(8, 10))
  const lastDay = new Date(
    Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0),
  ).getUTCDate()
  return day <= lastDay ? found : undefined
}

const HOST_PART = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const PATTERNS: Readonly<Record<TextFormat, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': DATE,
  email: /^[^\s@<>"]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i,
  hostname: new RegExp(`^(?=.{1,253}$)${HOST_PART}(\\.${HOST_PART})*$`, 'i'),
  ipv4: /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/,
  uri: /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  'alphanumeric-id': new RegExp(FORMAT_PATTERNS['alphanumeric-id']!),
  semver: new RegExp(FORMAT_PATTERNS['semver']!),
}

export function hasFormat(format: TextFormat, text: string): boolean {
  // No valid text is longer, and this keeps the patterns cheap on hostile text.
  if (text.length > 2048 || !PATTERNS[format].test(text)) return false
  if (format === 'uri') return URL.canParse(text)
  if (format === 'date-time' && text.length <= 10) return false
  return !format.startsWith('date') || parseDate(text) !== undefined
}
