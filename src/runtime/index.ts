export {
  defineCli,
  type Cli,
  type CliDeclaration,
  type ContractDeclaration,
  type SingleCommandDeclaration,
} from './declare/cli.ts'
export { defineCommand, type Command } from './declare/command.ts'
export type {
  Context,
  Prompt,
  Progress,
  PromptOptions,
  ValidationContext,
} from './handler/context.ts'
export type { CommandDeclaration, JobState } from './declare/command-declaration.ts'
export { checkedOf } from './declare/check/check-command.ts'
export { checkTool } from './declare/check/check-declaration.ts'
export { dispatch } from './lifecycle/dispatch.ts'
export type { Answer } from './lifecycle/answer.ts'
export { FRAMEWORK_TYPES } from './declare/builtin-result-types.ts'
export type { GuideDeclaration, GuideStep } from './declare/guide.ts'
export type { ExitCodesDeclaration } from './declare/exits/exit-codes-declaration.ts'
export { defineErrors, type ErrorDeclarations } from './declare/exits/error-declarations.ts'
export type { FailureFacts } from './handler/failure-facts.ts'
export type { Screen } from './human/terminal/screen.ts'
export {
  defineGroup,
  type Group,
  type GroupDeclaration,
  type LazyMember,
} from './declare/groups/group.ts'
export { defineSetup, type Setup, type SetupContext } from './declare/setup.ts'
export type { Logger } from './handler/logger.ts'
export type { InputProblem } from './handler/input-problem.ts'
export { run } from './embed.ts'
export type { RunToolOptions, ToolResult } from './run-embedded.ts'
export { createMemoryWorld, type MemoryOptions, type MemoryWorld } from './process/memory-world.ts'
export { withOwnGuard } from './process/scoped-stdout-guard.ts'
export { serve } from './serve.ts'
export type { CliSource } from './declare/cli-source.ts'
export type { World } from './process/world.ts'
export type { ChildResult, ExecOptions } from './handler/child-result.ts'
export type { ConfigStore } from './handler/config-api.ts'
export type { NotModifiedResult, PageResult, TypedResult } from './handler/handler-result.ts'

// What src/watchdog answers with, in the middle of a loop.
export { abortRun, type Run } from './run/run-state.ts'
export { complete, encode, type FinishedRun } from './output/finish.ts'
export { encoderOf, toJsonLine } from './run/ending/encode-outcome.ts'
export { toOutcome } from './result/to-outcome.ts'
export { fallbackLine } from './run/ending/fallback-envelope.ts'
export { installed } from './run/limit/watchdog-slot.ts'
export type { RunWatch } from './run/limit/run-watch.ts'
export { renderOutcome } from './output/render-run.ts'
export type { RunEnd } from './run/ending/run-end.ts'
export { timeLeft } from './run/limit/deadline.ts'
export type { UnfinishedOutcome } from './run/ending/unfinished-outcome.ts'
export type { OutputStream, Signal } from './process/world.ts'
