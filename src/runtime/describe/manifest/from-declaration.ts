import {
  EXIT_CODE_TABLES,
  isSignalExitName,
  isStandardExitName,
  SIGNAL_EXITS,
} from '../../../contract/index.ts'
import { acceptsAbsence, inputJsonSchema, outputJsonSchema } from '../../../schema/index.ts'
import { checkedOf } from '../../declare/check/check-command.ts'
import type { Cli } from '../../declare/cli.ts'
import type { Command } from '../../declare/command.ts'
import type { ErrorTable } from '../../declare/exits/error-declarations.ts'
import { resolveExits, type ExitEntry } from '../../declare/exits/exit-declarations.ts'
import { flagName } from '../../declare/framework-flags.ts'
import type { Shape, StandardSchema } from '../../declare/standard-schema.ts'
import { commandFacts } from './command-facts.ts'
import type { CommandModel, ErrorModel, ExitModel, ParameterModel } from './model.ts'

/** A declared command with its path and the options and errors that the tool adds to it. */
export interface PlacedCommand {
  readonly path: readonly string[]
  readonly command: Command
  readonly isBuiltin: boolean
  /** Whether its place in the tree hides it; its own declaration may as well. */
  readonly isHidden?: boolean
  /** The tool that declares it; null for a built-in command. */
  readonly cli: Cli | null
  /** Options of the tool and of the framework. */
  readonly shared: Shape
  /** Error codes of the tool. */
  readonly errors: ErrorTable
  /** The limit that applies when the command sets none. */
  readonly timeoutMs?: number
}

/** Describes a declared command as data. */
export function toCommandModel(placed: PlacedCommand): CommandModel {
  const { path, command, isBuiltin } = placed
  const { declaration } = command
  const checked = checkedOf(placed.cli, command, path)
  const output = declaration.output && outputJsonSchema(declaration.output)
  return {
    path,
    description: declaration.description,
    danger: declaration.danger ?? 'mutating',
    args: parameters(declaration.args, flagName),
    options: parameters(declaration.options, flagName),
    sharedOptions: parameters(placed.shared, flagName),
    env: parameters(declaration.env, (name) => name),
    exactlyOne: declaration.exactlyOne ?? [],
    exits: Object.values(checked.exits).map(toExitModel),
    errors: [...errorModels(checked.errors), ...errorModels(placed.errors)],
    types: checked.types,
    aliases: declaration.aliases ?? [],
    examples: declaration.examples ?? [],
    ...(output && { outputSchema: output }),
    isBuiltin,
    isHidden: placed.isHidden === true || declaration.hidden === true,
    facts: commandFacts(declaration, placed.timeoutMs),
  }
}

/** Describes the schemas of a shape as data, without hidden ones. */
export function parameters(
  shape: Shape | undefined,
  toName: (key: string) => string,
): ParameterModel[] {
  return Object.entries(shape ?? {})
    .map(([key, schema]) => ({ name: toName(key), ...describeSchema(schema) }))
    .filter(({ schema }) => schema['x-hidden'] !== true)
}

/** Schemas that many commands share are described once. */
const known = new WeakMap<StandardSchema, Omit<ParameterModel, 'name'>>()

function describeSchema(schema: StandardSchema): Omit<ParameterModel, 'name'> {
  const made = known.get(schema) ?? {
    schema: inputJsonSchema(schema),
    required: !acceptsAbsence(schema),
  }
  known.set(schema, made)
  return made
}

/** Describes an exit as data; those of the framework in the words of the contract. */
export function toExitModel(entry: ExitEntry): ExitModel {
  const { name, description, retryable, side_effects, custom } = entry
  const words = description || wordsOf(name)
  return { name, description: words, retryable, side_effects, ...(custom && { custom }) }
}

/** The exits of every command, in the words of the contract. */
export function commonExits(): readonly ExitModel[] {
  return Object.values(resolveExits('', undefined, [])).map(toExitModel)
}

function wordsOf(name: string): string {
  if (isSignalExitName(name)) return `${SIGNAL_EXITS[name].signal} ended the run`
  return isStandardExitName(name) ? EXIT_CODE_TABLES['1.6'][name].meaning : ''
}

function errorModels(table: ErrorTable): ErrorModel[] {
  return Object.entries(table).map(([code, { exit, description, retryable }]) => ({
    code,
    exit: typeof exit === 'string' ? exit : exit.name,
    ...(description !== undefined && { description }),
    ...(retryable !== undefined && { retryable }),
  }))
}
