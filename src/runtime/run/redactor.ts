import type { JsonValue } from '../../contract/index.ts'

/** What stands in place of a secret. */
export const REDACTED = '[REDACTED]'

/** Headers whose value is never shown. */
export const SECRET_HEADERS: readonly string[] = Object.freeze([
  'Authorization',
  'Cookie',
  'X-Api-Key',
  'X-Auth-Token',
  'Proxy-Authorization',
])

/** Names of variables whose value is never shown, with `*` for any text. */
export const SECRET_NAME_PATTERNS: readonly string[] = Object.freeze([
  '*_KEY',
  '*_SECRET',
  '*_TOKEN',
  '*_PASSWORD',
  '*_PASS',
  'API_*',
  'AUTH_*',
])

/** What a redactor knows from the start. */
export interface RedactorOptions {
  /** Values that were declared secret. */
  readonly secrets?: Iterable<string>
  /** The environment: the values of variables with a secret's name are known as secrets. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** Takes secrets out of whatever is about to be shown. */
export interface Redactor {
  /** Adds a value that was seen and must not be shown from now on. */
  learn(secret: string): void
  /** Takes out known values, values of secret headers and values of secret variables. */
  redact(text: string): string
  /** Does the same inside a JSON value; members with a secret's name are taken out whole. */
  redactJson(value: JsonValue): JsonValue
}

/**
 * Makes a redactor. Logs, traces, audit entries and errors go through it; the answer's data does not,
 * because a command that is asked for a token must be able to give it.
 */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const known = new Set<string>()
  let pattern: RegExp | null = null
  const learn = (secret: string): void => {
    if (secret === '' || known.has(secret)) return
    for (const form of [secret, encodeUri(secret), JSON.stringify(secret).slice(1, -1)])
      known.add(form)
    pattern = null
  }
  const redact = (text: string): string => {
    if (known.size > 0) pattern ??= anyOf(known)
    const withoutValues = pattern === null ? text : text.replace(pattern, REDACTED)
    return redactNamed(withoutValues)
  }
  const redactJson = (value: JsonValue): JsonValue => walk(value, redact, 0)
  for (const secret of options.secrets ?? []) learn(secret)
  for (const [name, value] of Object.entries(options.env ?? {})) {
    // API_* and AUTH_* also name hosts and modes; their values are hidden where the name is shown.
    if (value !== undefined && value.length >= 8 && hasSecretSuffix(name)) learn(value)
  }
  return { learn, redact, redactJson }
}

/** Tests whether a variable, header or member of that name holds a secret. */
export function isSecretName(name: string): boolean {
  const upper = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase()
  secretNames ??= secretName()
  return secretNames.test(upper)
}

// Most runs never redact anything, so what it takes is made when it is first needed.
let secretNames: RegExp | undefined

function secretName(): RegExp {
  const headers = SECRET_HEADERS.map((name) => name.replaceAll('-', '_').toUpperCase())
  const patterns = SECRET_NAME_PATTERNS.map((pattern) => pattern.replace('*', '.*'))
  const words = [...patterns, ...headers, 'PASSWORD', 'PASSPHRASE', 'SECRET', 'TOKEN', 'APIKEY']
  return new RegExp(`^(${words.join('|')})$`)
}

const SUFFIX = /_(KEY|SECRET|TOKEN|PASSWORD|PASS)$/

function hasSecretSuffix(name: string): boolean {
  return SUFFIX.test(name.toUpperCase())
}

let headerLines: RegExp | undefined

function headerLine(): RegExp {
  return new RegExp(
    String.raw`(["']?\b(?:${SECRET_HEADERS.join('|')})["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\r\n"'{}]+)`,
    'gi',
  )
}

const ASSIGNMENT = /\b([A-Za-z][A-Za-z0-9_]*)(=)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"',;&]+)/g
const MEMBER = /(["'])([A-Za-z][A-Za-z0-9_-]*)\1(\s*:\s*)"(?:[^"\\]|\\.)*"/g
const BEARER = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/g

function redactNamed(text: string): string {
  headerLines ??= headerLine()
  return text
    .replace(headerLines, (_line, name: string, value: string) => `${name}${inQuotes(value)}`)
    .replace(ASSIGNMENT, (line: string, name: string, sign: string, value: string) =>
      // `TOKEN=<token>` says what to write, and gives nothing away.
      isSecretName(name) && !/^<[a-z_ -]+>$/.test(value)
        ? `${name}${sign}${inQuotes(value)}`
        : line,
    )
    .replace(MEMBER, (line: string, quote: string, name: string, colon: string) =>
      isSecretName(name) ? `${quote}${name}${quote}${colon}"${REDACTED}"` : line,
    )
    .replace(BEARER, `$1 ${REDACTED}`)
}

function inQuotes(value: string): string {
  const quote = value[0] === '"' || value[0] === "'" ? value[0] : ''
  return `${quote}${REDACTED}${quote}`
}

function anyOf(values: Iterable<string>): RegExp {
  const words = [...values].toSorted((a, b) => b.length - a.length)
  // A short secret is only taken out where it stands alone: "a" inside "data" gives nothing away.
  const forms = words.map((word) =>
    word.length < 4 ? `(?<!\\w)${escape(word)}(?!\\w)` : escape(word),
  )
  return new RegExp(forms.join('|'), 'g')
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
}

function encodeUri(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    // Half a surrogate pair has no encoded form, so there is none to look for.
    return text
  }
}

function walk(value: JsonValue, redact: (text: string) => string, depth: number): JsonValue {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null) return value
  // Deeper than anybody logs; what is not looked at is not shown either.
  if (depth > 200) return REDACTED
  if (Array.isArray(value)) return value.map((item: JsonValue) => walk(item, redact, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSecretName(name) && member !== null ? REDACTED : walk(member, redact, depth + 1),
    ]),
  )
}
