import type { CAC, Command } from 'cac'

import {
  NamedPlace,
  toDefault,
  type ForeignCommand,
  type ForeignError,
  type ForeignOption,
  type ForeignProgram,
} from '../model/foreign-program.ts'

/** Reads a program of cac, whose actions are called one at a time. */
export function readCac(program: CAC, name: string): ForeignProgram {
  let phase: Phase = 'reading'
  return {
    name,
    version: program.globalCommand.versionNumber,
    description: '',
    root: readTree(program),
    invoke: async (words) => {
      phase = 'reading'
      // The command of an earlier call would run again for words that name none.
      program.unsetMatchedCommand()
      program.parse(['node', name, ...words], { run: false })
      phase = 'checking'
      const running: unknown = program.runMatchedCommand()
      phase = 'running'
      return running
    },
    classify: (error) => classify(error, phase),
  }
}

/** How far a call came; while it checks the words, cac may also be in an action that has not returned yet. */
type Phase = 'reading' | 'checking' | 'running'

/** The refusals of cac by their words; it has no codes. */
const REFUSALS: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/^Unknown option `(.*)`$/, 'UNKNOWN_FLAG'],
  [/^option `(.*)` value is missing$/, 'MISSING_VALUE'],
  [/^missing required args for command `(.*)`$/, 'MISSING_ARGUMENT'],
  [/^Unused args: `(.*?)`/, 'UNEXPECTED_ARGUMENT'],
]

function classify(error: unknown, phase: Phase): ForeignError {
  if (phase === 'running' || !(error instanceof Error)) return { kind: 'thrown' }
  // Nothing but the functions that read values is called so early.
  if (phase === 'reading' && error.name !== 'CACError')
    return { kind: 'refused', problem: { code: 'INVALID_VALUE', message: error.message } }
  if (error.name !== 'CACError') return { kind: 'thrown' }
  const { message } = error
  for (const [pattern, code] of REFUSALS) {
    const named = pattern.exec(message)?.[1]
    if (named === undefined) continue
    const param = /--[\w.-]+/.exec(named)?.[0] ?? named
    return { kind: 'refused', problem: { code, message: `${message}.`, param } }
  }
  return { kind: 'refused', problem: { code: 'ARG_ERROR', message } }
}

const SEPARATOR = ':'

/** Reads the commands of a cac program; names with colons are paths. */
function readTree(program: CAC): ForeignCommand {
  const own = program.commands.find(isDefault)
  const root = new NamedPlace<Command>()
  root.command = own
  for (const command of program.commands)
    if (!isDefault(command)) root.at(command.name.split(SEPARATOR)).command = command
  const globals = program.globalCommand.options.filter(
    ({ name }) => name !== 'help' && name !== 'version',
  )
  return {
    ...toCommand('', root),
    options: [...readOptions(globals), ...(own ? readOptions(own.options) : [])],
    pathSeparator: SEPARATOR,
  }
}

function isDefault({ name, aliasNames }: Command): boolean {
  return name === '' || aliasNames.includes('!')
}

function toCommand(name: string, { command, below }: NamedPlace<Command>): ForeignCommand {
  return {
    name,
    aliases: (command?.aliasNames ?? [])
      .filter((alias) => alias !== '!')
      .map((alias) => alias.split(SEPARATOR).at(-1)!),
    description: command?.description || (name === '' ? '' : `Commands of ${name}`),
    isHidden: false,
    positionals: (command?.args ?? []).map(({ value, required, variadic }) => ({
      name: value,
      isRequired: required,
      isVariadic: variadic,
    })),
    options: command ? readOptions(command.options) : [],
    commands: [...below].map(([part, place]) => toCommand(part, place)),
    isRunnable: command?.commandAction !== undefined,
    allowsUnknownOptions: command?.config.allowUnknownOptions === true,
  }
}

/** Reads options; `--color` and `--no-color` are one, which cac knows under one name. */
function readOptions(options: readonly Command['options'][number][]): readonly ForeignOption[] {
  const valued = new Set(options.filter(({ negated }) => !negated).map(({ name }) => name))
  const denied = new Set(options.filter(({ negated }) => negated).map(({ name }) => name))
  return options
    .filter(({ name, negated }) => !negated || !valued.has(name))
    .map((option) => readOption(option, denied.has(option.name)))
}

function readOption(option: Command['options'][number], isDenied: boolean): ForeignOption {
  const { rawName, description, isBoolean, required, config } = option
  const names = [...rawName.matchAll(/--(?:no-)?([\w.-]+)/g)].map(([, name]) => name!)
  const short = /(?:^|[\s,])-(\w)(?![\w-])/.exec(rawName)?.[1]
  const [name = short ?? option.name, ...aliases] = names.toReversed()
  const value = toDefault(config.default)
  return {
    name,
    spelling: names.length === 0 ? `-${name}` : `--${name}`,
    short,
    aliases,
    type: Array.isArray(config.type) ? 'list' : isBoolean ? 'boolean' : 'string',
    description,
    // A value that it must have can only be denied by an option of its own.
    isNegatable: isBoolean || required === false || isDenied,
    hasOptionalValue: !isBoolean && required === false,
    default: typeof value === 'object' ? undefined : value,
  }
}
