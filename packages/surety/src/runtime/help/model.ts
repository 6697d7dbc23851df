import {
  EXIT_CODE_TABLES,
  isSignalExitName,
  isStandardExitName,
  SIGNAL_EXITS,
} from '../../contract/index.ts'
import { given } from '@surety/internal/given.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { inputJsonSchema, outputJsonSchema, Schema } from '../../schema/index.ts'
import type { Definition, JsonSchema } from '../../schema/index.ts'
import { definitionOf } from '../../schema/foreign.ts'
import { callWords, type Cli } from '../declare/cli.ts'
import { exitName } from '../declare/exits/exit-declarations.ts'
import {
  resolveErrors,
  tablesOf,
  type ErrorTable,
  type ExitEntry,
} from '../declare/exits/exit-table.ts'
import { flagName } from '../declare/framework-flag.ts'
import { formatsOf } from '../declare/framework-flags.ts'
import type { Shape } from '../declare/standard-schema.ts'
import { commandFacts } from './manifest/command-facts.ts'
import type { Loaded } from './load-commands.ts'

/** A tool as data, of which every document about it is a view: pages, manifest, completion, skills, MCP. */
export interface ToolModel {
  readonly name: string
  /** What every command line starts with; usually the name. */
  readonly calledAs: string
  readonly version: string
  readonly description: string
  readonly outputFormats: readonly string[]
  readonly envPrefix: string
  readonly formatVariable: string
  readonly formatNames: Readonly<Record<string, string>>
  readonly globals: readonly ParameterModel[]
  /** Options of the framework that every command takes. */
  readonly frameworkOptions: readonly ParameterModel[]
  readonly groups: readonly GroupModel[]
  readonly commands: readonly CommandModel[]
  /** Built-in commands that are not loaded, for documents that only name them. */
  readonly builtins?: readonly Pick<CommandModel, 'path' | 'danger'>[]
}

export interface GroupModel {
  readonly path: readonly string[]
  readonly description: string
  readonly aliases: readonly string[]
}

/** Describes a tool without its commands. */
export function toolModel({ declaration, envPrefix }: Cli): ToolModel {
  const { name, version, description, globals, output } = declaration
  return {
    name,
    calledAs: quoteWords(callWords({ declaration })),
    version,
    description,
    outputFormats: formatsOf(declaration),
    envPrefix,
    formatVariable: output?.env ?? `${envPrefix}_FORMAT`,
    formatNames: output?.values ?? {},
    globals: parameters(globals),
    frameworkOptions: [],
    groups: [],
    commands: [],
  }
}

/** A command as data. What only some documents show is made when it is read. */
export type CommandModel = ReturnType<typeof commandModel>

/** Describes a command with those flags of the framework that a document lists. */
export function commandModel(
  cli: Cli,
  { path, command, isBuiltin }: Loaded,
  flags: Shape = {},
  isHidden = false,
) {
  const { declaration } = command
  const tables = () => tablesOf(isBuiltin ? null : cli, command)
  const { globals, errors } = cli.declaration
  return {
    path,
    isBuiltin,
    isHidden: isHidden || declaration.hidden === true,
    declaration,
    description: declaration.description ?? '',
    danger: declaration.danger ?? 'mutating',
    aliases: declaration.aliases ?? [],
    examples: declaration.examples ?? [],
    args: parameters(declaration.args),
    options: parameters(declaration.options),
    /** Options of the tool and of the framework that apply to this command. */
    get sharedOptions() {
      return parameters({ ...globals, ...flags })
    },
    get env() {
      return parameters(declaration.env, (variable) => variable)
    },
    get exits() {
      return Object.values(tables().exits).map(inWords)
    },
    get errors() {
      return errorModels(tables().errors).concat(
        isBuiltin ? [] : errorModels(resolveErrors(errors)),
      )
    },
    get facts() {
      return commandFacts(declaration, cli.declaration.timeoutMs ?? 30_000)
    },
    get types() {
      return tables().types
    },
    get outputSchema() {
      return declaration.output && outputJsonSchema(declaration.output)
    },
  }
}

export type ErrorModel = ReturnType<typeof errorModels>[number]

export function errorModels(table: ErrorTable) {
  return Object.entries(table).map(([code, row]) =>
    given({ code, exit: exitName(row), description: row.description, retryable: row.retryable }),
  )
}

/** Puts words to an exit of the framework, which has none of its own. */
export function inWords(entry: ExitEntry): ExitEntry {
  const { name, description } = entry
  if (description !== '') return entry
  if (isSignalExitName(name))
    return { ...entry, description: `${SIGNAL_EXITS[name].signal} ended the run` }
  return isStandardExitName(name)
    ? { ...entry, description: EXIT_CODE_TABLES['1.6'][name].meaning }
    : entry
}

export interface ParameterModel {
  readonly key: string
  /** As on the command line, without leading dashes: `dry-run`. */
  readonly name: string
  readonly def: Definition
  readonly required: boolean
  /** Its JSON Schema, made when it is read. */
  readonly schema: JsonSchema
}

/** Describes the schemas of a shape as data, without hidden ones. */
export function parameters(
  shape: Shape = {},
  toName: (key: string) => string = flagName,
): readonly ParameterModel[] {
  return Object.keys(shape).flatMap((key) => {
    const schema = shape[key]!
    const def = schema instanceof Schema ? schema.def : definitionOf(schema)
    const made: ParameterModel = {
      key,
      name: toName(key),
      def,
      required: !def.optional && def.default === undefined,
      get schema() {
        return inputJsonSchema(schema)
      },
    }
    return def.hidden ? [] : [made]
  })
}
