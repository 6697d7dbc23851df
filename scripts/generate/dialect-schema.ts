import { descriptionSchema } from '../../src/dialects/described/description-schema.ts'

/** Writes the JSON Schema of dialect files. */
export function generate(): Promise<Readonly<Record<string, string>>> {
  return Promise.resolve({
    'schemas/dialect.json': `${JSON.stringify(descriptionSchema, null, 2)}\n`,
  })
}
