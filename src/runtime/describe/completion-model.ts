import type {
  CompletionCommand,
  CompletionModel,
  CompletionOption,
  CompletionValue,
} from './completion/model.ts'
import type { CliModel, CommandModel, ParameterModel } from './manifest/model.ts'

/** Turns the model of a tool into the model of its completion script. */
export function completionModel(cli: CliModel): CompletionModel {
  const shared = cli.commands.map((command) => command.sharedOptions)
  const names = shared.map((options) => new Set(options.map(({ name }) => name)))
  const globals = (shared[0] ?? []).filter(({ name }) => names.every((each) => each.has(name)))
  const builtIn = cli.commands.find((command) => command.isBuiltin)?.sharedOptions ?? []
  const root = cli.commands.find(({ path }) => path.length === 0)
  const own = root && toCompletion(root, globals)
  return {
    name: cli.name,
    commands: childrenOf(cli, [], globals),
    globalOptions: globals.map(toOption),
    // Before a command is typed, a framework option applies even if some command redefines it.
    options: own?.options ?? without(builtIn, globals).map(toOption),
    ...(own?.arguments && { arguments: own.arguments }),
  }
}

function childrenOf(
  cli: CliModel,
  path: readonly string[],
  globals: readonly ParameterModel[],
): CompletionCommand[] {
  const isChild = (candidate: readonly string[]): boolean =>
    candidate.length === path.length + 1 && path.every((word, index) => candidate[index] === word)
  return [
    ...cli.groups
      .filter((group) => isChild(group.path))
      .map((group) => ({
        name: group.path.at(-1)!,
        aliases: group.aliases,
        description: group.description,
        commands: childrenOf(cli, group.path, globals),
      })),
    ...cli.commands
      .filter((command) => isChild(command.path) && !command.isHidden)
      .map((command) => toCompletion(command, globals)),
  ]
}

function toCompletion(
  command: CommandModel,
  globals: readonly ParameterModel[],
): CompletionCommand {
  return {
    name: command.path.at(-1) ?? '',
    aliases: command.aliases,
    description: command.description,
    options: without([...command.options, ...command.sharedOptions], globals).map(toOption),
    arguments: command.args.map(({ name, schema }) => ({
      name,
      value: valueOf(schema),
      variadic: schema['type'] === 'array',
    })),
  }
}

function without(
  options: readonly ParameterModel[],
  taken: readonly ParameterModel[],
): readonly ParameterModel[] {
  return options.filter(({ name }) => !taken.some((other) => other.name === name))
}

function toOption({ name, schema }: ParameterModel): CompletionOption {
  const { description } = schema
  const short = schema['x-short']
  const aliases = Array.isArray(schema['x-aliases']) ? (schema['x-aliases'] as string[]) : []
  return {
    flags: [
      ...(typeof short === 'string' ? [`-${short}`] : []),
      `--${name}`,
      ...aliases.map((alias) => `--${alias}`),
    ],
    ...(typeof description === 'string' && { description }),
    ...(schema['type'] !== 'boolean' && schema['x-count'] !== true && { value: valueOf(schema) }),
  }
}

function valueOf(schema: Readonly<Record<string, unknown>>): CompletionValue {
  const choices = schema['enum']
  if (Array.isArray(choices)) return { kind: 'choices', choices: choices.map(String) }
  return schema['x-kind'] === 'path' || schema['x-is'] === 'path'
    ? { kind: 'file' }
    : { kind: 'any' }
}
