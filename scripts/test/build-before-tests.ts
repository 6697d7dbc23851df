import { buildIfStale, buildPackagesIfStale } from '../build/build.mjs'
import { targets } from '../build/targets.mjs'
import { installPackage } from './install-package.ts'

/** Builds the package and the examples and installs the package, each if it is out of date. */
export async function setup(): Promise<void> {
  if (!buildPackagesIfStale()) throw new Error('the build failed; its messages are above')
  // Only the tests of the examples fail then; the others can still run.
  if (!buildIfStale(targets.examples)) console.error('the build of the examples failed')
  await installPackage()
}
