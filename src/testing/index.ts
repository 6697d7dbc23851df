export { matchGolden, type GoldenOptions } from './golden.ts'
export { createMemoryWorld, type MemoryOptions, type MemoryWorld } from './memory-world.ts'
/** Runs a tool in a given world, without the checks of `runCli`. */
export { dispatch as dispatchInMemory } from '../runtime/index.ts'
export { runCli, type RunCliOptions, type RunCliResult } from './run-cli.ts'
