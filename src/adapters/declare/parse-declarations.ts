import { defect } from '../../contract/index.ts'
import { readYaml } from '../../internal/yaml-text.ts'
import type { AdapterDeclarations } from './declarations.ts'
import { fileSchema } from './file-schema.ts'

/** Checks the text of a file of declarations and returns them; throws with the place of the first mistake. */
export async function parseDeclarations(text: string, path: string): Promise<AdapterDeclarations> {
  let value: unknown
  try {
    value = path.endsWith('.json') ? (JSON.parse(text) as unknown) : await readYaml(text)
  } catch (error) {
    throw defect('DECLARATIONS_UNREADABLE', `${path}: ${(error as Error).message}`)
  }
  const { issues } = fileSchema['~standard'].validate(value ?? {})
  const [issue] = issues ?? []
  if (issue) {
    const place = (issue.path ?? []).map(String).join('.')
    throw defect('DECLARATIONS_INVALID', `${path}: ${place ? `${place}: ` : ''}${issue.message}`)
  }
  const { $schema: _schema, ...declarations } = (value ?? {}) as { readonly $schema?: string }
  return declarations
}
