/** Any JSON. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json }

/** Replaces what differs from run to run: times, session ids, folders, days. */
export function normaliseText(text: string, folder: string): string {
  return text
    .replaceAll(folder, '<folder>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
    .replaceAll(/\b(0x[0-9a-f]{40,64}|[0-9a-f]{44})\b/g, '<hex>')
    .replaceAll(/\bduration: \d+ms/g, 'duration: <duration>')
    .replaceAll(/session-\d{10,}-\d+/g, '<session>')
    .replaceAll(/\b20\d\d-\d\d-\d\d\b/g, '<day>')
}

/** Does the same to every text in a document, and to numbers that are times or versions. */
export function normalise(value: Json, folder: string, key = ''): Json {
  if (typeof value === 'string') {
    if (key === 'python_version' || key === 'platform_name') return `<${key}>`
    if (key === 'duration' && /^\d+ms$/.test(value)) return '<duration>'
    return normaliseText(value, folder)
  }
  if (typeof value === 'number') return key.endsWith('_ms') ? `<${key}>` : value
  if (value === null || typeof value === 'boolean') return value
  if (isList(value)) return value.map((item) => normalise(item, folder))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, normalise(member, folder, name)]),
  )
}

/** Parses a text as JSON, or returns it unchanged. */
export function parseOrText(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
