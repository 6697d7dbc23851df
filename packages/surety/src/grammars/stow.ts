import { isJsonObject, type JsonValue } from '../contract/index.ts'
import type { Description } from '../description/index.ts'
import { fromPointer, setAt } from '@surety/internal/json/json-values.ts'

/** Puts back what a writer of ours kept where the format has room for others. */
export function restored(description: Description, stowed: JsonValue | undefined): Description {
  if (!isJsonObject(stowed)) return description
  const copy = structuredClone(description)
  for (const [pointer, value] of Object.entries(stowed)) setAt(copy, fromPointer(pointer), value)
  return copy
}
