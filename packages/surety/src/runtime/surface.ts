// What another way into a tool is built with. Apart from index.ts, which every start reads.
export { hostedCalls } from './calls/active-calls.ts'
export {
  declaredInput,
  findCommand,
  inputTokens,
  problemInInput,
  undeclaredInput,
} from './calls/call-argv.ts'
export { inheritingStdout } from './process/guard-children.ts'
export { adviceAbout } from './declare/check/advice.ts'
export { judge, mistakesIn } from './declare/check/judge.ts'
export { FRAMEWORK_TYPES, tablesOf } from './declare/exits/exit-table.ts'
export { hostOf } from './services/host.ts'
export { StoredEnd } from './run/ending/run-end.ts'
export type { AnyContext } from './handler/context.ts'
export type { Cli } from './declare/cli.ts'
export { loadCli, type CliSource } from './declare/cli.ts'
export { flagName } from './declare/framework-flag.ts'
export { builtinsOf } from './help/builtins/index.ts'
export { modelOf } from './help/load-model.ts'
export { objectSchema, withoutDraft } from './help/manifest/command-schema.ts'
export type { CommandModel, ParameterModel, ToolModel } from './help/model.ts'
export { dispatch } from './lifecycle/dispatch.ts'
export { renderOutcome } from './output/render-run.ts'
export { toOutcome } from './result/failed.ts'
export { cutToBytes } from './result/paging/cut-size.ts'
export { createMemoryWorld, STILL, type MemoryOptions } from './process/memory-world.ts'
