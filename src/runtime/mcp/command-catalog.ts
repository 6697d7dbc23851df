import type { JsonObject, JsonValue } from '../../contract/index.ts'
import type { ServedCommand } from '../../mcp/index.ts'
import { setMember } from '../../internal/json/json-members.ts'
import type { Cli } from '../declare/cli.ts'
import { builtinsOf, usefulBuiltins } from '../describe/builtins/index.ts'
import { modelOf } from '../describe/cli-model.ts'
import type { CommandModel, ParameterModel } from '../describe/manifest/model.ts'
import { relationKeywords } from '../describe/manifest/option-relations.ts'

/** A command with what is needed to call it. */
export interface CatalogEntry extends ServedCommand {
  readonly path: readonly string[]
  /** Everything that it takes, flags of the framework included. */
  readonly parameters: readonly ParameterModel[]
  readonly takesStdin: boolean
}

/** The builtins that do something for callers; for the others the protocol has other means. */
const OFFERED: ReadonlySet<string> = new Set(['job', 'check-permissions'])

/** Lists the commands of a tool that callers may run: not hidden ones, nor those that say `mcp: false`. */
export async function catalogOf(
  cli: Cli,
  dialect: string,
  report: (problem: string) => void,
): Promise<readonly CatalogEntry[]> {
  const builtins = builtinsOf(cli, dialect)
  const model = await modelOf(cli, builtins, report)
  const useful = new Set(usefulBuiltins(cli, builtins).filter((name) => OFFERED.has(name)))
  const globals = new Set(Object.keys(cli.declaration.globals ?? {}).map(kebab))
  return model.commands
    .filter(({ isHidden, facts }) => !isHidden && facts.mcp !== false && !facts.arguments)
    .filter(({ isBuiltin, path }) => !isBuiltin || useful.has(path[0]!))
    .map((command) => toEntry(cli.declaration.name, command, globals))
}

function kebab(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function toEntry(tool: string, command: CommandModel, globals: ReadonlySet<string>): CatalogEntry {
  const { path, facts, danger, args, options, sharedOptions } = command
  const takesStdin = facts.stdin_input !== undefined
  return {
    name: path.join(' ') || tool,
    aliases: command.aliases.map((alias) => [...path.slice(0, -1), alias].join(' ')),
    description: command.description,
    danger,
    confirmedBy:
      danger !== 'destructive' ? null : facts.safe_default ? 'live' : 'confirm-destructive',
    usesNetwork: facts.has_network_io === true,
    inputSchema: inputSchema(command, globals, takesStdin),
    path,
    parameters: [...args, ...options, ...sharedOptions],
    takesStdin,
  }
}

/** Flags of the framework that a caller needs here; all others are accepted as well. */
const SHOWN: ReadonlySet<string> = new Set([
  'confirm-destructive',
  'live',
  'dry-run',
  'limit',
  'idempotency-key',
])

/** Describes the arguments of a command by name. */
function inputSchema(
  command: CommandModel,
  globals: ReadonlySet<string>,
  takesStdin: boolean,
): JsonObject {
  const own = [...command.args, ...command.options]
  const shown = command.sharedOptions.filter(
    ({ name }) =>
      globals.has(name) || SHOWN.has(name) || (name === 'cursor' && command.facts.list === true),
  )
  const properties: Record<string, JsonValue> = {}
  for (const { name, schema } of [...own, ...shown]) setMember(properties, name, lean(schema))
  if (takesStdin && !Object.hasOwn(properties, 'stdin'))
    properties['stdin'] = { type: 'string', description: 'What the command reads' }
  const required = own.filter((parameter) => parameter.required).map(({ name }) => name)
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(relationKeywords(own, command.exactlyOne) as JsonObject),
  }
}

/** Drops what only the command line needs; clients pay for every word of a list of tools. */
function lean({ $schema: _draft, ...schema }: ParameterModel['schema']): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).filter(([member]) => !member.startsWith('x-')),
  ) as JsonObject
}
