import { buildIfStale } from './build-if-stale.mjs'

/** Builds the package once before the tests that use it as its users do. */
export function setup(): void {
  if (!buildIfStale()) throw new Error('the build failed; its messages are above')
}
