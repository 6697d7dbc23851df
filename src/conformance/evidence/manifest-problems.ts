import { validateManifest, type Generation, type JsonValue } from '../../contract/index.ts'

/** Lists what breaks the schema of the manifest. */
export function manifestProblems(
  manifest: JsonValue,
  _generation: Generation | undefined,
): readonly string[] {
  return validateManifest(manifest).map(({ pointer, message }) => `${pointer} ${message}.`)
}
