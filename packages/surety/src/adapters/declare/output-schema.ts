import { toJsonValue, type JsonObject } from '../../contract/index.ts'
import { checkValue } from '@surety/internal/json-schema/check-value.ts'
import { fromPointer } from '@surety/internal/json/json-values.ts'
import type { StandardSchema } from '../../runtime/surface.ts'

/** Makes a JSON Schema usable as the output schema of a command. It checks the data as the answer will have it. */
export function toOutputSchema(schema: StandardSchema | JsonObject): StandardSchema {
  if (isStandard(schema)) return schema
  const validate = async (value: unknown): Promise<unknown> => {
    const mistakes = checkValue(schema, toJsonValue(value, { stripTerminalCodes: true }).json)
    const issues = mistakes.map(({ pointer, message }) => ({ message, path: fromPointer(pointer) }))
    return issues.length === 0 ? { value } : { issues }
  }
  const jsonSchema = { input: () => schema, output: () => schema }
  const standard = { version: 1, vendor: 'json-schema', validate, jsonSchema }
  return { '~standard': standard } as unknown as StandardSchema
}

/** Tests for a schema of a library, which checks by itself. */
export function isStandard(schema: StandardSchema | JsonObject): schema is StandardSchema {
  return '~standard' in schema
}
