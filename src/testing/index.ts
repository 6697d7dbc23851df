export { createMemoryWorld } from '../runtime/index.ts'
/** Runs a tool in a given world, without the checks of `runCli`. */
export { dispatch as dispatchInMemory } from '../runtime/index.ts'
export { runCli, type RunCliOptions } from './run-cli.ts'
