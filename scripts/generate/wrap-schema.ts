import { wrapSchema } from '../../src/wrap/description/description-schema.ts'

/** Writes the JSON Schema of what `surety wrap` reads. */
export function generate(): Promise<Readonly<Record<string, string>>> {
  return Promise.resolve({ 'schemas/wrap.json': `${JSON.stringify(wrapSchema, null, 2)}\n` })
}
