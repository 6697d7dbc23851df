import type { JsonValue } from '../../contract/index.ts'

/** Estimates whether a value is far below the size limit, without serialising it. */
export function isShortJson(json: JsonValue, budget = { left: 160 }): boolean {
  budget.left -= 1
  if (budget.left < 0) return false
  if (typeof json === 'string') return json.length < 1000
  if (typeof json !== 'object' || json === null) return true
  return Object.values(json).every((value: JsonValue) => isShortJson(value, budget))
}
