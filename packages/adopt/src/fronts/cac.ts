import { wrap } from '../catch/replace.ts'
import { spelled, withoutTaken, type ForeignCommand, type Front } from './front.ts'

interface Command {
  readonly name: string
  readonly aliasNames: readonly string[]
  readonly description: string
  readonly args: readonly {
    readonly value: string
    readonly required: boolean
    readonly variadic: boolean
  }[]
  readonly options: readonly {
    readonly names: readonly string[]
    readonly description: string
    readonly isBoolean?: boolean
    readonly config: { readonly default?: unknown }
  }[]
  readonly commandAction?: unknown
}
interface Cac {
  readonly commands: readonly Command[]
  readonly globalCommand: Command
  readonly matchedCommand?: Command
}

/** cac, from 6 on. */
export const cac: Front = {
  fits: (program) => 'globalCommand' in program && 'runMatchedCommand' in program,
  isLoose: true,
  read: readTree,
  listen: (program: Cac, watch) => {
    wrap(program, 'parse', (before, argv: unknown, ...rest: unknown[]) =>
      before(watch.isOwn(readTree(program)) ? argv : withoutTaken(argv, watch), ...rest),
    )
    wrap(program, 'runMatchedCommand', (before) =>
      watch.act([program.matchedCommand?.name ?? ''], before),
    )
    return program
  },
}

function readTree({ commands, globalCommand }: Cac): ForeignCommand {
  const isDefault = ({ name, aliasNames }: Command) => name === '' || aliasNames.includes('!')
  const whole = commands.find(isDefault)
  const options = [...optionsOf(globalCommand), ...(whole ? optionsOf(whole) : [])]
  return {
    ...read(whole ?? globalCommand),
    names: [],
    options,
    runs: whole !== undefined,
    commands: commands.filter(({ name }) => name !== '').map(read),
  }
}

function read(command: Command): ForeignCommand {
  return {
    names: [command.name, ...command.aliasNames.filter((name) => name !== '!')],
    description: command.description,
    runs: command.commandAction !== undefined,
    options: optionsOf(command),
    args: command.args.map(({ value, required, variadic }) => ({
      name: value,
      isRequired: required,
      isVariadic: variadic,
    })),
    commands: [],
  }
}

function optionsOf({ options }: Command): ForeignCommand['options'] {
  return options.map(({ names, description, isBoolean, config }) => ({
    flags: spelled(names).map((flag) =>
      flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    ),
    type: isBoolean ? 'boolean' : 'string',
    description,
    default: config.default,
  }))
}
