import { fileSchema } from '../../src/adapters/declare/file-schema.ts'

/** Writes the JSON Schema of files of declarations for adapted programs. */
export function generate(): Promise<Readonly<Record<string, string>>> {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'What is declared about an adapted program',
    ...fileSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
  }
  return Promise.resolve({
    'schemas/adapter-declarations.json': `${JSON.stringify(schema, null, 2)}\n`,
  })
}
