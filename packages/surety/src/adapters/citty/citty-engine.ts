import {
  toDefault,
  type ForeignCommand,
  type ForeignError,
  type ForeignOption,
  type ForeignPositional,
  type ForeignProgram,
  type RefusedWords,
} from '../model/foreign-program.ts'
import { parameterName } from '../words/option-table.ts'

/** A value, or a function that gives it, as citty allows nearly everywhere. */
type Resolvable<T> = T | Promise<T> | (() => T) | (() => Promise<T>)

interface CittyArgument {
  readonly type?: string
  readonly description?: string
  readonly alias?: string | readonly string[]
  readonly default?: unknown
  readonly required?: boolean
  readonly options?: readonly string[]
}

export interface CittyCommand {
  readonly meta?: Resolvable<{
    readonly name?: string
    readonly version?: string
    readonly description?: string
    readonly hidden?: boolean
    readonly alias?: string | readonly string[]
  }>
  readonly args?: Resolvable<object>
  readonly subCommands?: Resolvable<object>
  readonly default?: Resolvable<string>
  readonly run?: (context: never) => unknown
}

/** Reads a program of citty. Its actions are watched in a copy, because citty drops what they return. */
export async function readCitty(main: CittyCommand, name: string): Promise<ForeignProgram> {
  const call: { hasRun: boolean; returned: unknown } = { hasRun: false, returned: undefined }
  const { tree, command } = await readTree(main, (run) => async (context) => {
    call.hasRun = true
    const returned: unknown = await run(context)
    // A group whose own action follows that of its command returns nothing.
    if (returned !== undefined) call.returned = returned
    return returned
  })
  const { version, description = '' } = (command.meta ?? {}) as Partial<Record<string, string>>
  return {
    name,
    version,
    description,
    root: tree,
    invoke: async (words) => {
      const { runCommand } = await import('citty')
      call.hasRun = false
      call.returned = undefined
      await runCommand(command as never, { rawArgs: [...words] })
      return call.returned
    },
    classify: (error) => classify(error, call.hasRun),
  }
}

function classify(error: unknown, hasRun: boolean): ForeignError {
  if (hasRun || !(error instanceof Error) || error.name !== 'CLIError') return { kind: 'thrown' }
  // Its messages are coloured, whatever they are written to.
  // oxlint-disable-next-line no-control-regex -- it is what colours are made of
  const message = error.message.replaceAll(/\u001b\[[\d;]*m/g, '')
  const { code } = error as { readonly code?: unknown }
  const missing = /^Missing required (?:positional )?argument: (.*)$/.exec(message)?.[1]
  const [, param, value, allowed] =
    /^Invalid value for argument: (\S+) \((.*)\)\. Expected one of: (.*)\.$/.exec(message) ?? []
  if (missing !== undefined) {
    const named = missing.startsWith('-') ? missing : `<${missing.toLowerCase()}>`
    return refusal('MISSING_ARGUMENT', message, { param: named })
  }
  if (param !== undefined)
    return refusal('INVALID_CHOICE', message, { param, value, allowed: allowed?.split(', ') })
  return refusal(code === 'E_UNKNOWN_COMMAND' ? 'UNKNOWN_COMMAND' : 'ARG_ERROR', message, {
    param: /^Unknown command (.*)$/.exec(message)?.[1],
  })
}

function refusal(code: string, message: string, more: Partial<RefusedWords>): ForeignError {
  return {
    kind: 'refused',
    problem: { code, message: /[.!?]$/.test(message) ? message : `${message}.`, ...more },
  }
}

/** A command with everything that citty loads later, and with its actions watched. */
interface ResolvedCommand {
  readonly tree: ForeignCommand
  /** For citty to run. */
  readonly command: CittyCommand
}

/** Loads a command of citty and everything below it; `watch` replaces each action. */
async function readTree(
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
      // What follows an argument is in `args._`, the only way to take several.
      allowsExtraWords: children.length === 0 && entries.some(isPositional),
      defaultCommand: await resolve(command.default),
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
  return {
    name,
    description: argument.description,
    isRequired: argument.required !== false && argument.default === undefined,
    isVariadic: false,
    default: toDefault(argument.default),
  }
}

function readOption([name, argument]: Entry): ForeignOption {
  const { type, description, options, required, alias } = argument
  const aliases = toList(alias)
  const isBoolean = type === 'boolean'
  // citty reads `--dryRun` and `--dry-run` alike.
  const other = parameterName(name)
  return {
    name,
    spelling: `--${name}`,
    short: aliases.find((each) => each.length === 1),
    aliases: [...aliases, other].filter((each) => each.length > 1 && each !== name),
    type: isBoolean ? 'boolean' : 'string',
    description,
    isNegatable: isBoolean,
    choices: type === 'enum' ? options : undefined,
    default: toDefault(argument.default),
    isRequired: required === true && argument.default === undefined,
  }
}

function toList(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : (value ?? [])
}
