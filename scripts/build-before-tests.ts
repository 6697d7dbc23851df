import { buildIfStale } from './build.mjs'
import { targets } from './targets.mjs'

/** Builds what the tests use as its users do, once, where it is not built already. */
export function setup(): void {
  if (!buildIfStale(targets.package)) throw new Error('the build failed; its messages are above')
  // Tests of the examples fail by themselves then; all others still have something to say.
  if (!buildIfStale(targets.examples)) console.error('the build of the examples failed')
}
