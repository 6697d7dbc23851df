import type { CAC, Command } from 'cac'

import type { JsonValue } from '../../contract/index.ts'
import type {
  ForeignCommand,
  ForeignError,
  ForeignOption,
  ForeignProgram,
  RefusedWords,
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
  const problem = REFUSALS.map(([pattern, code]) => refused(error.message, pattern, code)).find(
    (found) => found !== null,
  )
  return { kind: 'refused', problem: problem ?? { code: 'ARG_ERROR', message: error.message } }
}

function refused(message: string, pattern: RegExp, code: string): RefusedWords | null {
  const [, named] = pattern.exec(message) ?? []
  if (named === undefined) return null
  const param = /--[\w.-]+/.exec(named)?.[0] ?? named
  return { code, message: `${message}.`, param }
}

const SEPARATOR = ':'

/** Reads the commands of a cac program; names with colons are paths. */
function readTree(program: CAC): ForeignCommand {
  const own = program.commands.find(isDefault)
  const root = toNode('', own)
  for (const command of program.commands) if (!isDefault(command)) place(root, command)
  const globals = program.globalCommand.options.filter(
    ({ name }) => name !== 'help' && name !== 'version',
  )
  return {
    ...toCommand(root),
    options: [...readOptions(globals), ...(own ? readOptions(own.options) : [])],
    pathSeparator: SEPARATOR,
  }
}

function isDefault({ name, aliasNames }: Command): boolean {
  return name === '' || aliasNames.includes('!')
}

/** A command, or the first part of the names of some. */
interface Node {
  readonly name: string
  command: Command | undefined
  readonly children: Map<string, Node>
}

function toNode(name: string, command?: Command): Node {
  return { name, command, children: new Map() }
}

function place(root: Node, command: Command): void {
  let node = root
  for (const part of command.name.split(SEPARATOR)) {
    const child = node.children.get(part) ?? toNode(part)
    node.children.set(part, child)
    node = child
  }
  node.command = command
}

function toCommand({ name, command, children }: Node): ForeignCommand {
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
    commands: [...children.values()].map(toCommand),
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
  const value = config.default
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
  return {
    name,
    spelling: names.length === 0 ? `-${name}` : `--${name}`,
    ...(short !== undefined && { short }),
    ...(aliases.length > 0 && { aliases }),
    type: Array.isArray(config.type) ? 'list' : isBoolean ? 'boolean' : 'string',
    ...(description && { description }),
    // A value that it must have can only be denied by an option of its own.
    ...((isBoolean || required === false || isDenied) && { isNegatable: true }),
    ...(!isBoolean && required === false && { hasOptionalValue: true }),
    ...(isScalar && { default: value as JsonValue }),
  }
}
