import {
  toDefault,
  type ForeignCommand,
  type ForeignOption,
  type ForeignPositional,
} from '../model/foreign-program.ts'
import { parameterName } from '../words/option-table.ts'
import type { CittyArgument, CittyCommand, Resolvable } from './citty-program.ts'

/** A command with everything that citty loads later, and with its actions watched. */
export interface ResolvedCommand {
  readonly tree: ForeignCommand
  /** For citty to run. */
  readonly command: CittyCommand
}

/** Loads a command of citty and everything below it; `watch` replaces each action. */
export async function readTree(
  given: Resolvable<CittyCommand>,
  watch: (run: NonNullable<CittyCommand['run']>) => NonNullable<CittyCommand['run']>,
  name = '',
): Promise<ResolvedCommand> {
  const command = await resolve(given)
  const meta = (await resolve(command.meta)) ?? {}
  const args = ((await resolve(command.args)) ?? {}) as Record<string, CittyArgument>
  const members = ((await resolve(command.subCommands)) ?? {}) as Record<string, CittyCommand>
  const children = await Promise.all(
    Object.entries(members).map(
      async ([key, child]) => [key, await readTree(child, watch, key)] as const,
    ),
  )
  const defaultCommand = await resolve(command.default)
  const entries = Object.entries(args)
  return {
    tree: {
      name,
      aliases: name === '' ? [] : toList(meta.alias),
      description: meta.description ?? '',
      isHidden: meta.hidden === true,
      positionals: entries.filter(isPositional).map(readPositional),
      options: entries.filter((entry) => !isPositional(entry)).map(readOption),
      commands: children.map(([, child]) => child.tree),
      isRunnable: command.run !== undefined,
      ...(defaultCommand !== undefined && { defaultCommand }),
    },
    command: {
      ...command,
      meta,
      args,
      ...(children.length > 0 && {
        subCommands: Object.fromEntries(children.map(([key, child]) => [key, child.command])),
      }),
      ...(command.run && { run: watch(command.run) }),
    },
  }
}

async function resolve<T>(value: Resolvable<T>): Promise<T> {
  return typeof value === 'function' ? (value as () => T | Promise<T>)() : value
}

type Entry = readonly [name: string, argument: CittyArgument]

function isPositional([, { type }]: Entry): boolean {
  return type === 'positional'
}

function readPositional([name, argument]: Entry): ForeignPositional {
  const value = toDefault(argument.default)
  return {
    name,
    ...(argument.description && { description: argument.description }),
    isRequired: argument.required !== false && argument.default === undefined,
    isVariadic: false,
    ...(value !== undefined && { default: value }),
  }
}

function readOption([name, argument]: Entry): ForeignOption {
  const { type, description, options, required, alias } = argument
  const short = toList(alias).find((each) => each.length === 1)
  const aliases = toList(alias).filter((each) => each.length > 1)
  const value = toDefault(argument.default)
  const isBoolean = type === 'boolean'
  // citty reads `--dryRun` and `--dry-run` alike.
  const other = parameterName(name)
  return {
    name,
    spelling: `--${name}`,
    ...(short !== undefined && { short }),
    ...((aliases.length > 0 || other !== name) && {
      aliases: other === name ? aliases : [...aliases, other],
    }),
    type: isBoolean ? 'boolean' : 'string',
    ...(description && { description }),
    ...(isBoolean && { isNegatable: true }),
    ...(type === 'enum' && options && { choices: options }),
    ...(value !== undefined && { default: value }),
    ...(required && argument.default === undefined && { isRequired: true }),
  }
}

function toList(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : (value ?? [])
}
