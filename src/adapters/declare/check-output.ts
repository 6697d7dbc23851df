import { toJsonValue, type JsonObject } from '../../contract/index.ts'
import { checkValue } from '../../internal/json-schema/check-value.ts'
import { fromPointer } from '../../internal/json/json-pointer.ts'

/** Checks data against a JSON Schema, as the answer will have it, with the result that schema libraries give. */
export function checkOutput(schema: JsonObject, value: unknown): object {
  const mistakes = checkValue(schema, toJsonValue(value, { stripTerminalCodes: true }).json)
  if (mistakes.length === 0) return { value }
  return {
    issues: mistakes.map(({ pointer, message }) => ({ message, path: fromPointer(pointer) })),
  }
}
