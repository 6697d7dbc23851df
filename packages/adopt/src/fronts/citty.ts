import type { Heard } from '../catch/heard.ts'
import { noted, type ForeignCommand, type Front } from './front.ts'

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
  run?: (context: unknown) => unknown
}

/** citty, from 0.1 on. */
export const citty: Front = {
  fits: (program) =>
    !('parse' in program) &&
    ('subCommands' in program || ('run' in program && ('meta' in program || 'args' in program))),
  read: (program: Command) => read(program, []),
  listen: (program: Command, { heard }) => {
    listenTo(program, heard)
    return program
  },
}

/** Calls what gives a part; a promise is waited for only where somebody wants the whole tree. */
function resolved<T>(part: Later<T> | undefined): T | Promise<T> | undefined {
  return typeof part === 'function' ? (part as () => T | Promise<T>)() : part
}

function listenTo(command: Command, heard: Heard): void {
  const { run, subCommands } = command
  if (run)
    command.run = function noting(context) {
      return noted(heard, () => run.call(this, context))
    }
  const listening = (part: Later<Command>) => async () => {
    const child = { ...((await resolved(part)) as Command) }
    listenTo(child, heard)
    return child
  }
  const all = (parts: Record<string, Later<Command>>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, listening(part)]))
  if (typeof subCommands === 'object' && !('then' in subCommands))
    command.subCommands = all(subCommands as Record<string, Later<Command>>)
  else if (subCommands) command.subCommands = async () => all((await resolved(subCommands))!)
}

function read(
  command: Command,
  names: readonly string[],
): ForeignCommand | Promise<ForeignCommand> {
  const parts = [
    resolved(command.meta),
    resolved(command.args),
    resolved(command.subCommands),
  ] as const
  const make = ([meta, args = {}, children = {}]: readonly [
    Awaited<(typeof parts)[0]>,
    Awaited<(typeof parts)[1]>,
    Awaited<(typeof parts)[2]>,
  ]) => {
    const below = Object.entries(children).map(([name, part]) => {
      const child = resolved(part)
      return child instanceof Promise
        ? child.then((each) => read(each, [name]))
        : read(child!, [name])
    })
    const whole = (commands: readonly ForeignCommand[]): ForeignCommand => ({
      names: names.length > 0 ? [...names, ...[meta?.alias ?? []].flat()] : [],
      description: meta?.description,
      isHidden: meta?.hidden,
      runs: command.run !== undefined,
      ...readArgs(args),
      commands,
    })
    return below.some((each) => each instanceof Promise)
      ? Promise.all(below).then(whole)
      : whole(below as ForeignCommand[])
  }
  return parts.some((part) => part instanceof Promise)
    ? Promise.all(parts).then(make)
    : make(parts as never)
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
        flags: [name, ...[arg.alias ?? []].flat()].map((each) =>
          each.length === 1 ? `-${each}` : `--${each}`,
        ),
        takesValue: arg.type === 'string' || arg.type === 'enum' || arg.type === 'number',
        type: arg.type === 'boolean' || arg.type === 'number' ? arg.type : 'string',
        description: arg.description,
        choices: arg.options,
        default: arg.default,
        isRequired: arg.required,
      })),
  }
}
