export { matchGolden, type GoldenOptions } from './golden.ts'
export { createMemoryWorld, type MemoryOptions, type MemoryWorld } from './memory-world.ts'
export { runCli, type RunOptions, type RunResult } from './run-cli.ts'
