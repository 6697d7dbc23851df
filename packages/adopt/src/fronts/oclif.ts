import { wrap } from '../catch/replace.ts'
import {
  noted,
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
  readonly commands: readonly Command[]
  readonly findCommand: (id: string) => Command | undefined
}
/** oclif, from 3 on: its class `Config`, or all of `@oclif/core`. */
export const oclif: Front = {
  fits: (program) => classOf(program) !== undefined,
  read: () => ROOT,
  listen: (program: object, { heard, taken, onCommand }) => {
    wrap(
      classOf(program)!.prototype,
      'runCommand',
      (before) =>
        function run(this: Config, id: string, argv: readonly string[] = [], command?: Command) {
          const found = command ?? this.findCommand(id)
          const root = () => ({ ...ROOT, commands: this.commands.map(read) })
          const next = onCommand(found ? read(found) : { ...ROOT, names: [id] }, root)
          if (next === 'answered') return Promise.resolve()
          // A plugin may answer in its own words, or find another command.
          if (!found)
            heard.refusal = { code: 'UNKNOWN_COMMAND', message: `There is no command ${id}.` }
          const words = next === 'hand back' ? [...argv, ...taken] : argv
          const result = noted(heard, () =>
            before.call(this, id, words, command),
          ) as Promise<unknown>
          return result.catch((error: unknown) => {
            const { message = '', code, oclif: own } = (error ?? {}) as Record<string, unknown>
            const text = String(message)
            // Several mistakes are a list below a line that names none.
            if (own !== undefined) heard.refusal = refusalIn(text) ?? refusalInText(text)
            // How a command says with which number it ends.
            if (code === 'EEXIT') heard.thrown = undefined
            throw error
          })
        },
    )
    return program
  },
}

const ROOT: ForeignCommand = { names: [], runs: false, options: [], args: [], commands: [] }

function classOf(program: object): { prototype: object } | undefined {
  const { Config = program } = program as { readonly Config?: object }
  const { prototype } = Config as { readonly prototype?: object }
  return prototype && 'runCommand' in prototype ? { prototype } : undefined
}

function read(command: Command): ForeignCommand {
  const own = command.enableJsonFlag
    ? [{ flags: ['--json'], takesValue: false, type: 'boolean' as const }]
    : []
  return {
    names: [command.id, ...(command.aliases ?? [])].map((id) => id.replaceAll(':', ' ')),
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
    takesValue: flag.type === 'option',
    type: flag.type === 'boolean' ? 'boolean' : flag.multiple ? 'array' : 'string',
    description: flag.summary ?? flag.description,
    choices: flag.options,
    default: typeof flag.default === 'function' ? undefined : flag.default,
    isRequired: flag.required,
    isHidden: flag.hidden,
  }
}
