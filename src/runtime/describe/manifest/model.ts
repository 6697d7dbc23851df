import type { JsonObject } from '../../../contract/index.ts'
import type { JsonSchema } from '../../../schema/index.ts'
import type { OptionRule } from '../../declare/command-declaration.ts'
import type { ExitEntry } from '../../declare/exits/exit-declarations.ts'
import { mainType } from '../../../internal/json-schema/main-type.ts'
import type { CommandFacts } from './command-facts.ts'

export interface ParameterModel {
  /** As on the command line, without leading dashes: `dry-run`. */
  readonly name: string
  /** The allowed values, in JSON Schema draft-07. */
  readonly schema: JsonSchema
  readonly required: boolean
}

/** Writes an argument as usage lines do: `<name>`, or `[name...]` for a list that may be empty. */
export function argumentWord({ name, schema, required }: ParameterModel): string {
  const word = mainType(schema) === 'array' ? `${name}...` : name
  return required ? `<${word}>` : `[${word}]`
}

export function isSwitch({ schema }: ParameterModel): boolean {
  return mainType(schema) === 'boolean' || schema['x-count'] === true
}

/** Lists how an option can be written, the short name first. */
export function spellings({ name, schema }: Pick<ParameterModel, 'name' | 'schema'>): string[] {
  const { 'x-short': short, 'x-aliases': aliases } = schema
  const names = [name, ...(Array.isArray(aliases) ? aliases : [])]
  return [
    ...(typeof short === 'string' ? [`-${short}`] : []),
    ...names.map((each) => `--${String(each)}`),
  ]
}

export interface ErrorModel {
  readonly code: string
  readonly exit: string
  readonly description?: string
  readonly retryable?: boolean
}

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
  readonly optionRules: readonly OptionRule[]
  /** Environment variables by their real name. */
  readonly env: readonly ParameterModel[]
  /** Those of the framework in the words of the contract. */
  readonly exits: readonly ExitEntry[]
  readonly errors: readonly ErrorModel[]
  readonly types: readonly string[]
  readonly aliases: readonly string[]
  readonly examples: readonly { readonly description: string; readonly command: string }[]
  readonly outputSchema?: JsonSchema
  readonly isBuiltin: boolean
  readonly isHidden: boolean
  readonly facts: CommandFacts
}

export interface GroupModel {
  readonly path: readonly string[]
  readonly description: string
  readonly aliases: readonly string[]
}

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
  readonly builtins?: readonly Pick<CommandModel, 'path' | 'danger'>[]
  readonly outputFormats: readonly string[]
  /** The programs that it needs, as manifests list them. */
  readonly dependencies?: readonly JsonObject[]
  /** The variables of its configuration. */
  readonly configVariables?: readonly { readonly name: string; readonly description: string }[]
  /** What the names of its environment variables begin with. */
  readonly envPrefix: string
  readonly formatVariable: string
  readonly formatNames: Readonly<Record<string, string>>
}

/** Lists the commands of the author that are shown, or those of a part. */
export function ownCommands(
  { commands }: CliModel,
  part: ManifestPart = {},
): readonly CommandModel[] {
  return commands.filter((each) => !each.isBuiltin && !each.isHidden && contains(part, each))
}

export interface ManifestPart {
  /** Only this command, or everything below this group. */
  readonly path?: readonly string[]
  /** Only commands of at most this many words. */
  readonly depth?: number
}

export function contains(
  { path = [], depth = Number.POSITIVE_INFINITY }: ManifestPart,
  each: { readonly path: readonly string[] },
): boolean {
  return each.path.length <= depth && path.every((word, at) => word === each.path[at])
}
