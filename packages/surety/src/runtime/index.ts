export { defineCli, type Cli, type CliSource } from './declare/cli.ts'
export { type CliDeclaration, type ContractDeclaration } from './declare/types/cli-declaration.ts'
export { defineCommand, type Command } from './declare/command.ts'
export type { Context, Prompt, Progress, ValidationContext, Logger } from './handler/context.ts'
export type { CommandDeclaration } from './declare/types/command-declaration.ts'
export { dispatch } from './lifecycle/dispatch.ts'
export type { Answer } from './lifecycle/answer.ts'
export { flagNamesOf } from './declare/flag-facts.ts'
export { isReservedFlag } from './declare/reserved-flags.ts'
export type { GuideDeclaration } from './declare/types/guide.ts'
export {
  defineErrors,
  type ExitCodesDeclaration,
  type ErrorDeclarations,
} from './declare/exits/exit-declarations.ts'
export type { Screen } from './human/terminal/screen.ts'
export { defineGroup } from './declare/command-tree.ts'
export type { Group, GroupDeclaration } from './declare/types/member-tree.ts'
export type { InputProblem } from './handler/input-problem.ts'
export { run, type ToolResult } from './embed.ts'
export { serve } from './serve.ts'
export type { World, OutputStream, Signal } from './process/world.ts'
export type { NotModifiedResult, PageResult, TypedResult } from './handler/handler-result.ts'

// What packages/surety/src/watchdog answers with, in the middle of a loop.
export { endProgress, type Run } from './run/run-state.ts'
export type { FinishedRun } from './output/surroundings.ts'
export { complete, encode, encoderOf } from './output/encode-run.ts'
export { toJsonLine } from './output/json-line.ts'
export { fallbackLine, type RunEnd, type UnfinishedOutcome } from './run/ending/run-end.ts'
export { installed } from './run/limit/watchdog.ts'
export type { RunWatch } from './run/limit/limit.ts'
export type { ValuesOf } from './declare/standard-schema.ts'
