export { createMemoryWorld } from '../runtime/surface.ts'
/** Runs a tool in a given world, without the checks of `runCli`. */
export { dispatch as dispatchInMemory } from '../runtime/index.ts'
export { runCli, type RunCliOptions } from './run-cli.ts'
export { match, outcomeOf, type MatcherResult } from './matchers.ts'
