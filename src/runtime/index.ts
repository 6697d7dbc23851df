export {
  defineCli,
  type Cli,
  type CliDeclaration,
  type ContractDeclaration,
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
export { dispatch, type Answer } from './lifecycle/dispatch.ts'
export { FRAMEWORK_TYPES } from './declare/builtin-result-types.ts'
export type { ExitCodesDeclaration } from './declare/exit-declarations.ts'
export {
  defineErrors,
  type ErrorDeclarations,
  type FailureFacts,
} from './declare/error-declarations.ts'
export type { Screen } from './human/terminal/screen.ts'
export {
  defineGroup,
  type Group,
  type GroupDeclaration,
  type LazyCommand,
} from './declare/group.ts'
export type { Logger } from './handler/logger.ts'
export type { InputProblem } from './handler/input-problem.ts'
export { serve } from './serve.ts'
export type { CliSource } from './declare/cli-source.ts'
export type { Interruption, World } from './process/world.ts'
export type { ChildResult, ExecOptions } from './handler/child-result.ts'
export type { ConfigStore } from './handler/config-api.ts'
export type { NotModifiedResult, PageResult, TypedResult } from './handler/handler-result.ts'
