import type { CustomExitCode, JsonObject, SideEffects } from '../../../contract/index.ts'
import type { JsonSchema } from '../../../schema/index.ts'

/** One argument, option or variable of a command, as data. */
export interface ParameterModel {
  /** As on the command line, without leading dashes: `dry-run`. */
  readonly name: string
  /** The allowed values, in JSON Schema draft-07. */
  readonly schema: JsonSchema
  readonly required: boolean
}

/** One way in which a command can end. */
export interface ExitModel {
  readonly name: string
  readonly description: string
  readonly retryable: boolean
  readonly side_effects: SideEffects
  /** Set for the author's own exit codes; the dialect decides the numbers of all others. */
  readonly custom?: CustomExitCode
}

/** One error code that a command can fail with. */
export interface ErrorModel {
  readonly code: string
  readonly exit: string
  readonly description?: string
  readonly retryable?: boolean
}

/** Further facts that the requirements ask for, under their wire names. */
export interface CommandFacts {
  /** Most important first; empty for none. */
  readonly required_scopes: readonly string[]
  readonly interactive: boolean
  readonly requires_confirmation?: true
  readonly dry_run?: 'supported'
  readonly safe_default?: true
  /** The option without which it previews, as on the command line. */
  readonly confirm_flag?: string
  readonly requires_person?: true
  /** Its result is one binary value. */
  readonly binary?: true
  readonly arguments?: 'passthrough'
  readonly help_argv?: readonly string[]
  /** The protocol that it serves on its streams. */
  readonly protocol?: string
  readonly idempotent?: true
  readonly has_network_io?: true
  readonly auth?: true
  readonly headless_supported?: boolean
  readonly token_env_vars?: readonly string[]
  readonly async?: true
  readonly job_descriptor_schema?: JsonObject
  readonly config_write_scope?: 'local' | 'global' | 'session'
  readonly gui_operations?: readonly string[]
  readonly headless_behavior?: Readonly<Record<string, string>>
  readonly requires_editor?: true
  readonly non_interactive_alternatives?: readonly JsonObject[]
  readonly stdin_input?: true | 'lines' | 'records'
  /** How it reads standard input, as contract 1.16 says it. */
  readonly stdin?: JsonObject
  readonly list?: true
  readonly default_limit?: number
  readonly max_limit?: number
  readonly cacheable?: true
  readonly interruption?: {
    readonly detach: boolean
    readonly resume: boolean
    readonly idle_timeout_ms?: number
    readonly max_lifetime_ms?: number
  }
  readonly keeps_work?: true
  /** Its handler is known to be a generator. */
  readonly supports_streaming?: true
  readonly steps?: readonly string[]
  readonly timeout_ms?: number
  readonly deprecated?: string
  /** False if it is never offered over MCP. */
  readonly mcp?: false
}

/** Names a command or a group in a manifest. */
export function keyOf({ path }: { readonly path: readonly string[] }): string {
  return path.join('.')
}

/**
 * The forms of the manifest: generations 1.6 and 1.16 of the contract have one each, all else has the short one,
 * in which what all commands share is said once.
 */
export type ManifestForm = 'short' | '1.6' | '1.16'

/** A command as data, for help, manifest, schema and completion. */
export interface CommandModel {
  readonly path: readonly string[]
  readonly description: string
  readonly danger: 'safe' | 'mutating' | 'destructive'
  /** In order; the last one may be a list. */
  readonly args: readonly ParameterModel[]
  readonly options: readonly ParameterModel[]
  /** Options of the tool and of the framework that apply to this command. */
  readonly sharedOptions: readonly ParameterModel[]
  /** Sets of arguments and options, by key, of which a call gives exactly one. */
  readonly exactlyOne: readonly (readonly string[])[]
  /** Environment variables by their real name. */
  readonly env: readonly ParameterModel[]
  readonly exits: readonly ExitModel[]
  readonly errors: readonly ErrorModel[]
  /** Names of its result types. */
  readonly types: readonly string[]
  readonly aliases: readonly string[]
  readonly examples: readonly { readonly description: string; readonly command: string }[]
  readonly outputSchema?: JsonSchema
  readonly isBuiltin: boolean
  readonly isHidden: boolean
  readonly facts: CommandFacts
}

/** A built-in command that is only named. */
export interface BuiltinModel {
  readonly path: readonly string[]
  readonly danger: CommandModel['danger']
}

/** A group of commands as data. */
export interface GroupModel {
  readonly path: readonly string[]
  readonly description: string
  readonly aliases: readonly string[]
}

/** A tool as data. */
export interface CliModel {
  readonly name: string
  /** What every command line starts with; usually the name. */
  readonly calledAs: string
  readonly version: string
  readonly description: string
  readonly commands: readonly CommandModel[]
  readonly groups: readonly GroupModel[]
  /** Options of the tool that every command takes. */
  readonly globals: readonly ParameterModel[]
  /** Options of the framework that every command takes. */
  readonly frameworkOptions: readonly ParameterModel[]
  /** Built-in commands that are not loaded, for documents that only name them. */
  readonly builtins?: readonly BuiltinModel[]
  /** Values that `--format` accepts. */
  readonly outputFormats: readonly string[]
  /** The tool's own codes for framework errors, by framework code or by exit name. */
  readonly ownCodes: Readonly<Record<string, string>>
  /** What the names of its environment variables begin with. */
  readonly envPrefix: string
  /** The environment variable that selects the format. */
  readonly formatVariable: string
  /** The tool's own names for formats. */
  readonly formatNames: Readonly<Record<string, string>>
}

/** A part of the command tree. */
export interface ManifestPart {
  /** Only this command, or everything below this group. */
  readonly path?: readonly string[]
  /** Only commands of at most this many words. */
  readonly depth?: number
}

/** Tests whether a command or a group belongs to a part. */
export function contains(
  { path = [], depth = Number.POSITIVE_INFINITY }: ManifestPart,
  each: { readonly path: readonly string[] },
): boolean {
  return each.path.length <= depth && path.every((word, at) => word === each.path[at])
}
