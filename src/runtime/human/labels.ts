import { oneLine } from '../../internal/visible-text.ts'

const ACRONYMS = new Set([
  'api',
  'cli',
  'cpu',
  'id',
  'ip',
  'json',
  'ok',
  'os',
  'pid',
  'sha',
  'sql',
  'ttl',
  'uri',
  'url',
  'usd',
  'uuid',
])
const UNITS = /_(?:ms|bytes)$/

/** Turns a member's name into a label: `created_at` is "Created at", `tx_id` is "Tx ID". */
export function labelOf(key: string): string {
  const words = wordsOf(key.replace(UNITS, ''))
  const label = words.map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word)).join(' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function wordsOf(key: string): string[] {
  return oneLine(key)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z0-9]+$/.test(word) ? word : word.toLowerCase()))
}
