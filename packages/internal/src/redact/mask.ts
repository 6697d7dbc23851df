import { TOKENS } from './redactor.ts'

/** Replaces credentials by what they are: JWTs by their claims, keys by their beginning, long Base64 by its size. */
export function maskText(text: string): string {
  let shown = text
  if (shown.includes('eyJ'))
    shown = shown.replace(
      /(?<![\w-])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g,
      (token) => claims(token) ?? token,
    )
  if (/[\w-]{14}/.test(shown))
    shown = shown.replace(TOKENS, (key) =>
      key.startsWith('eyJ') ? key : `[KEY: ${key.slice(0, 8)}...]`,
    )
  if (!/[A-Za-z0-9+/]{40}/.test(shown)) return shown
  return shown.replace(/(?<![\w+/=.-])[A-Za-z0-9+/]{40,}={0,2}(?![\w+/=.-])/g, (value) =>
    isBase64(value) ? `[BASE64: ${Buffer.from(value, 'base64').length} bytes]` : value,
  )
}

/** Summarises a JWT; undefined if it is none, such as a version with many dots. */
function claims(token: string): string | undefined {
  const [head = '', body = ''] = token.split('.')
  try {
    JSON.parse(Buffer.from(head, 'base64url').toString())
    const { sub, exp } = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
      readonly sub?: unknown
      readonly exp?: unknown
    }
    const facts = [
      ...(typeof sub === 'string' ? [`sub=${sub}`] : []),
      ...(typeof exp === 'number' ? [`exp=${instant(exp)}`] : []),
    ]
    return `[JWT: ${facts.join(', ') || 'no claims'}]`
  } catch {
    return undefined
  }
}

function instant(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace('.000Z', 'Z')
}

/** Tells encoded bytes from digests in hexadecimal digits, paths and long names. */
function isBase64(value: string): boolean {
  if (value.length % 4 !== 0 || /^[\dA-Fa-f]+$/.test(value)) return false
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)
  return isMixed && !/(?:^|\/)[A-Za-z]{3,}\d{0,3}\/[A-Za-z]{3,}\d{0,3}(?:\/|$)/.test(value)
}

/** Says what stands for a value that is always hidden, because it is declared so. */
function hidden(value: unknown): unknown {
  if (typeof value !== 'string') return value === null ? null : '[MASKED]'
  const shown = maskText(value)
  return shown === value ? `[MASKED: ${value.length} characters]` : shown
}

type Members = Readonly<Record<string, unknown>>

/** Masks all texts, and what the schema declares as secret unless `isOpen`; bytes get their content type. */
export function maskJson<Value>(value: Value, schema: Members = {}, isOpen = false): Value {
  const mask = (part: unknown, about: Members): unknown => {
    if (about['x-secret'] === true && !isOpen) return hidden(part)
    if (typeof part === 'string') return isOpen ? part : maskText(part)
    if (Array.isArray(part)) {
      const items = (about['items'] ?? {}) as Members
      return part.map((item) => mask(item, items))
    }
    if (typeof part !== 'object' || part === null) return part
    // Bytes are not hidden in it: the command is asked for them.
    if ('encoding' in part && part.encoding === 'base64' && 'size_bytes' in part) {
      const type = about['contentMediaType']
      return type === undefined ? part : { ...part, content_type: type }
    }
    const { properties = {} } = about as { readonly properties?: Readonly<Record<string, Members>> }
    const members = Object.entries(part).map(([name, member]) => [
      name,
      mask(member, (Object.hasOwn(properties, name) && properties[name]) || {}),
    ])
    return Object.fromEntries(members)
  }
  return mask(value, schema) as Value
}
