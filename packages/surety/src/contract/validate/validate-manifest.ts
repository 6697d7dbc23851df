import first from '../../../schemas/1.0/manifest-response.json' with { type: 'json' }
import lean from '../../../schemas/1.1/lean-manifest.json' with { type: 'json' }
import third from '../../../schemas/1.16/manifest-response.json' with { type: 'json' }
import type { Generation } from '../codes/exit-names.ts'
import { isJsonObject } from '../json/json-value.ts'
import { findProblems, type ContractProblem } from './validate-envelope.ts'

/**
 * Finds everything that is wrong with a manifest. Without a generation, the manifest says by its version which
 * form it has: 3 is that of contract 1.16, 1.1 the lean one, all others are those of contracts 1.0 and 1.6.
 * Never throws.
 *
 * @example
 * ```ts
 * import { validateManifest } from 'surety/contract'
 *
 * validateManifest({ schema_version: '1.0', framework_version: '2.1.0', etag: 'x', commands: {} }) // []
 * ```
 */
export function validateManifest(
  value: unknown,
  generation?: Generation,
): readonly ContractProblem[] {
  const version = versionOf(value)
  if (generation === '1.16' || (generation === undefined && version.startsWith('3.')))
    return findProblems(third, value)
  return findProblems(version === '1.1' ? lean : first, value)
}

function versionOf(manifest: unknown): string {
  try {
    const version = isJsonObject(manifest) ? manifest['schema_version'] : undefined
    return typeof version === 'string' ? version : ''
  } catch {
    // The check reports what cannot be read.
    return ''
  }
}
