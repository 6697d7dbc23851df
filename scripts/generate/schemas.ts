import { publishedSchemas } from '../../src/contract/schemas/published-schemas.ts'

/** Generates the published JSON Schemas. */
export async function generate(): Promise<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(publishedSchemas()).map(([path, schema]) => [
      `schemas/${path}`,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]),
  )
}
