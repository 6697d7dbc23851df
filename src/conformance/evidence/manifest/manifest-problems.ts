import {
  isJsonObject,
  validateManifest,
  type Generation,
  type JsonValue,
} from '../../../contract/index.ts'
import { schemaProblems } from './schema-problems.ts'

/**
 * Lists what breaks the schema of the manifest: that of the tool's generation. In a dialect without
 * generations the manifest says by its own version which it follows.
 */
export async function manifestProblems(
  manifest: JsonValue,
  generation: Generation | undefined,
): Promise<readonly string[]> {
  if (generation !== '1.16' && (generation !== undefined || !isVersion3(manifest)))
    return validateManifest(manifest).map(({ message }) => message)
  const { manifestSchema } = await import('../../../contract/schemas/manifest.ts')
  return schemaProblems(manifestSchema('1.16'), manifest).map(
    ({ pointer, message }) => `${pointer === '' ? 'the root' : pointer} ${message}.`,
  )
}

function isVersion3(manifest: JsonValue): boolean {
  const version = isJsonObject(manifest) ? manifest['schema_version'] : undefined
  return typeof version === 'string' && version.startsWith('3.')
}
