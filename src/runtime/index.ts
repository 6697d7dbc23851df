export {
  defineCli,
  type Cli,
  type CliDeclaration,
  type ContractDeclaration,
  type OutputDeclaration,
  type RedirectDeclaration,
} from './cli.ts'
export { defineCommand, type Command } from './command.ts'
export type { Context, Prompt, Progress, Question, ValidationContext } from './context.ts'
export type {
  AuthDeclaration,
  CommandDeclaration,
  Danger,
  Deprecation,
  Example,
  JobDeclaration,
  JobState,
  ListDeclaration,
} from './declaration.ts'
export { dispatch, type Answer } from './dispatch.ts'
export { FRAMEWORK_TYPES } from './framework-types.ts'
export type { ExitCodesDeclaration, ExitEntryDeclaration } from './exits.ts'
export {
  defineErrors,
  type ErrorDeclaration,
  type ErrorDeclarations,
  type FailureFacts,
} from './failure.ts'
export type { Screen } from './human/screen.ts'
export { defineGroup, type Group, type GroupDeclaration, type LazyCommand } from './group.ts'
export type { Logger } from './logger.ts'
export type { NextStep } from './next-step.ts'
export type { Problem } from './problem.ts'
export { serve } from './serve.ts'
export type { CliSource } from './source.ts'
export type { Interruption, World } from './world.ts'
