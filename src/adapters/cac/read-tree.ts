import type { JsonValue } from '../../contract/index.ts'
import type { ForeignCommand, ForeignOption } from '../model/foreign-program.ts'
import type { CacCommand, CacOption, CacProgram } from './cac-program.ts'

const SEPARATOR = ':'

/** Reads the commands of a cac program; names with colons are paths. */
export function readTree(program: CacProgram): ForeignCommand {
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

function isDefault({ name, aliasNames }: CacCommand): boolean {
  return name === '' || aliasNames.includes('!')
}

/** A command, or the first part of the names of some. */
interface Node {
  readonly name: string
  command: CacCommand | undefined
  readonly children: Map<string, Node>
}

function toNode(name: string, command?: CacCommand): Node {
  return { name, command, children: new Map() }
}

function place(root: Node, command: CacCommand): void {
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
function readOptions(options: readonly CacOption[]): readonly ForeignOption[] {
  const valued = new Set(options.filter(({ negated }) => !negated).map(({ name }) => name))
  return options.filter(({ name, negated }) => !negated || !valued.has(name)).map(readOption)
}

function readOption(option: CacOption): ForeignOption {
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
    ...(isBoolean && { isNegatable: true }),
    ...(!isBoolean && required === false && { hasOptionalValue: true }),
    ...(isScalar && { default: value as JsonValue }),
  }
}
