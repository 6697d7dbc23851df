import type { JsonObject } from '../../contract/index.ts'
import type { StandardSchema } from '../../runtime/surface.ts'

/** Makes a JSON Schema usable as the output schema of a command: it is published, not enforced. */
export function toOutputSchema(schema: StandardSchema | JsonObject): StandardSchema {
  if ('~standard' in schema) return schema as StandardSchema
  return {
    '~standard': {
      version: 1,
      vendor: 'json-schema',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  } as unknown as StandardSchema
}
