import { wrap } from '../catch/replace.ts'
import {
  NOTHING,
  type ForeignArgument,
  type ForeignCommand,
  type ForeignOption,
  type Front,
} from './front.ts'
import { refusalIn, refusalInText } from './sentences.ts'

interface Flag {
  readonly char?: string
  readonly type: string
  readonly description?: string
  readonly summary?: string
  readonly options?: readonly string[]
  readonly default?: unknown
  readonly required?: boolean
  readonly multiple?: boolean
  readonly hidden?: boolean
}
interface Command {
  readonly id: string
  readonly aliases?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly hidden?: boolean
  readonly enableJsonFlag?: boolean
  readonly flags?: Readonly<Record<string, Flag>>
  readonly args?: Readonly<
    Record<
      string,
      { name: string; required?: boolean; description?: string; options?: readonly string[] }
    >
  >
}
interface Config {
  readonly topicSeparator?: string
  readonly commands: readonly Command[]
  readonly findCommand: (id: string) => Command | undefined
}
/** oclif, from 3 on: its class `Config`, or all of `@oclif/core`. */
export const oclif: Front = {
  fits: (program) => classOf(program) !== undefined,
  read: () => NOTHING,
  listen: (program: object, watch) => {
    const { heard, taken } = watch
    wrap(
      classOf(program)!.prototype,
      'runCommand',
      function (this: Config, before, id: string, argv: readonly string[] = [], command?: Command) {
        const found = command ?? this.findCommand(id)
        const listed = (each: Command) => read(each, this.topicSeparator)
        const commands = found ? [] : this.commands.map(listed)
        const isBack = watch.isOwn({ ...NOTHING, commands }, found && listed(found))
        // A plugin may answer in its own words, or run another command.
        heard.refusal = found
          ? undefined
          : { code: 'UNKNOWN_COMMAND', message: `There is no command ${id}.` }
        const words = isBack ? [...argv, ...taken] : argv
        const result = watch.act(found?.id.split(':') ?? [], () => before(id, words, command))
        return (result as Promise<unknown>).catch((error: unknown) => {
          const { message = '', code, oclif: own } = (error ?? {}) as Record<string, unknown>
          const text = String(message)
          // Several mistakes are a list below a line that names none.
          if (own !== undefined)
            heard.refusal = refusalIn(text) ?? refusalInText(text) ?? heard.refusal
          // How a command says with which number it ends.
          if (code === 'EEXIT') heard.thrown = undefined
          throw error
        })
      },
    )
    return program
  },
}

function classOf(program: object): { prototype: object } | undefined {
  const { Config = program } = program as { readonly Config?: object }
  const { prototype } = Config as { readonly prototype?: object }
  return prototype && 'runCommand' in prototype ? { prototype } : undefined
}

function read(command: Command, separator = ':'): ForeignCommand {
  const own = command.enableJsonFlag ? [{ flags: ['--json'], type: 'boolean' as const }] : []
  return {
    names: [command.id, ...(command.aliases ?? [])].map((id) => id.replaceAll(':', separator)),
    description: command.summary ?? command.description,
    isHidden: command.hidden,
    runs: true,
    options: [...Object.entries(command.flags ?? {}).map(readFlag), ...own],
    args: Object.entries(command.args ?? {}).map(([name, arg]): ForeignArgument => ({
      name: arg.name ?? name,
      isRequired: arg.required === true,
      isVariadic: false,
      description: arg.description,
      choices: arg.options,
    })),
    commands: [],
  }
}

function readFlag([name, flag]: readonly [string, Flag]): ForeignOption {
  return {
    flags: [`--${name}`, ...(flag.char ? [`-${flag.char}`] : [])],
    type: flag.type === 'boolean' ? 'boolean' : flag.multiple ? 'array' : 'string',
    description: flag.summary ?? flag.description,
    choices: flag.options,
    default: typeof flag.default === 'function' ? undefined : flag.default,
    isRequired: flag.required,
    isHidden: flag.hidden,
  }
}
