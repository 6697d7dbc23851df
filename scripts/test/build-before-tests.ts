import { buildIfStale } from '../build/build.mjs'
import { targets } from '../build/targets.mjs'

/** Builds the package and the examples once before the tests, if they are out of date. */
export function setup(): void {
  if (!buildIfStale(targets.package)) throw new Error('the build failed; its messages are above')
  // Only the tests of the examples fail then; the others can still run.
  if (!buildIfStale(targets.examples)) console.error('the build of the examples failed')
}
