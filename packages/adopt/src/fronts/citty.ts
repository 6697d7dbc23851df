import { spelled, type ForeignCommand, type Front, type Watch } from './front.ts'

type Later<T> = T | Promise<T> | (() => T | Promise<T>)
interface Arg {
  readonly type?: string
  readonly description?: string
  readonly required?: boolean
  readonly default?: unknown
  readonly alias?: string | readonly string[]
  readonly options?: readonly string[]
}
interface Command {
  readonly meta?: Later<{
    readonly name?: string
    readonly description?: string
    readonly hidden?: boolean
    readonly alias?: string | readonly string[]
  }>
  readonly args?: Later<Readonly<Record<string, Arg>>>
  subCommands?: Later<Record<string, Later<Command>>>
  setup?: (context: unknown) => unknown
  run?: (context: unknown) => unknown
}

/** citty, from 0.1 on. */
export const citty: Front = {
  fits: (program) =>
    !('parse' in program) &&
    ('subCommands' in program ||
      (('run' in program || 'setup' in program) && ('meta' in program || 'args' in program))),
  isLoose: true,
  readsText: true,
  read: (program: Command) => read(program, []),
  listen: (program: Command, watch) => {
    if (watch.isManifest) return { run: async () => watch.isOwn(read(await loaded(program), [])) }
    watch.isOwn(read(program, []))
    listenTo(program, watch, [])
    return program
  },
}

/** Calls what gives a part. */
function resolved<T>(part: Later<T> | undefined): T | Promise<T> | undefined {
  return typeof part === 'function' ? (part as () => T | Promise<T>)() : part
}

/** What is there without waiting. */
function present<T>(part: Later<T> | undefined): T | undefined {
  const value = resolved(part)
  return value instanceof Promise ? undefined : value
}

/** Loads all parts of a command and of those below it. */
async function loaded(command: Command): Promise<Command> {
  const meta = await resolved(command.meta)
  const args = await resolved(command.args)
  const parts = Object.entries((await resolved(command.subCommands)) ?? {})
  const below = parts.map(async ([name, part]) => [name, await loaded((await resolved(part))!)])
  const subCommands = Object.fromEntries(await Promise.all(below)) as Record<string, Command>
  return { ...command, ...(meta && { meta }), ...(args && { args }), subCommands }
}

function listenTo(command: Command, watch: Watch, path: readonly string[]): void {
  const { subCommands } = command
  for (const name of ['setup', 'run'] as const) {
    const act = command[name]
    if (act)
      command[name] = function noting(context) {
        return watch.act(path, () => act.call(this, context))
      }
  }
  const listening = (part: Later<Command>, name: string) => async () => {
    const child = { ...((await resolved(part)) as Command) }
    listenTo(child, watch, [...path, name])
    return child
  }
  const all = (parts: Record<string, Later<Command>>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, listening(part, name)]))
  if (typeof subCommands === 'object' && !('then' in subCommands))
    command.subCommands = all(subCommands)
  else if (subCommands) command.subCommands = async () => all((await resolved(subCommands))!)
}

function read(command: Command, names: readonly string[]): ForeignCommand {
  const meta = present(command.meta)
  const below = Object.entries(present(command.subCommands) ?? {})
  return {
    names: names.length > 0 ? [...names, ...[meta?.alias ?? []].flat()] : [],
    description: meta?.description,
    isHidden: meta?.hidden,
    runs: (command.run ?? command.setup) !== undefined,
    ...readArgs(present(command.args) ?? {}),
    commands: below.map(([name, part]) => read(present(part) ?? {}, [name])),
  }
}

function readArgs(args: Readonly<Record<string, Arg>>): Pick<ForeignCommand, 'args' | 'options'> {
  const entries = Object.entries(args)
  return {
    args: entries
      .filter(([, { type }]) => type === 'positional')
      .map(([name, arg]) => ({
        name,
        isRequired: arg.required !== false && arg.default === undefined,
        isVariadic: false,
        description: arg.description,
        choices: arg.options,
      })),
    options: entries
      .filter(([, { type }]) => type !== 'positional')
      .map(([name, arg]) => ({
        flags: spelled([name, ...[arg.alias ?? []].flat()]),
        type: arg.type === 'boolean' || arg.type === 'number' ? arg.type : 'string',
        description: arg.description,
        choices: arg.options,
        default: arg.default,
        isRequired: arg.required,
      })),
  }
}
