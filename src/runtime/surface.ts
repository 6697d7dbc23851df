// What another way into a tool is built with. Apart from index.ts, which every start reads.
export { ActiveCalls } from './calls/active-calls.ts'
export { declaredInput, findCommand, inputTokens, undeclaredInput } from './calls/call-argv.ts'
export { runOf } from './services/create-context.ts'
export { inputFailure } from './run/errors/input-error.ts'
export { StoredEnd } from './run/ending/run-end.ts'
export type { Run } from './run/run-state.ts'
export { setDeputy, type Deputy } from './run/deputy.ts'
export { defineCli, type CliDeclaration } from './declare/cli.ts'
export type { CommandDeclaration } from './declare/command-declaration.ts'
export type { Members } from './declare/groups/group.ts'
export type { Shape, StandardSchema } from './declare/standard-schema.ts'
export type { AnyContext } from './handler/context.ts'
export { serve } from './serve.ts'
export type { Cli } from './declare/cli.ts'
export { loadCli, type CliSource } from './declare/cli.ts'
export {
  asksForContract,
  flagName,
  FRAMEWORK_FLAGS,
  namesOf,
  type FlagFacts,
} from './declare/framework-flags.ts'
export { GENERATION_RULES } from './declare/generation-rules.ts'
export { builtinsOf } from './describe/builtins/index.ts'
export { modelOf } from './describe/cli-model.ts'
export { objectSchema, withoutDraft } from './describe/manifest/command-schema.ts'
export type { CliModel, CommandModel, ParameterModel } from './describe/manifest/model.ts'
export { mainType } from './input/argv/field.ts'
export { dispatch } from './lifecycle/dispatch.ts'
