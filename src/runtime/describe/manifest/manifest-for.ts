import { traitsOf } from '../../../dialects/index.ts'
import { buildCurrentManifest } from './current/manifest.ts'
import { buildManifest } from './manifest.ts'

/** Returns the function that builds the manifest which belongs to a dialect. */
export function manifestFor(dialect: string): typeof buildManifest {
  return traitsOf(dialect).isCurrent === true ? buildCurrentManifest : buildManifest
}
