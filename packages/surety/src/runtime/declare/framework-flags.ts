import { speaksProtocol } from './command.ts'
import { DEFAULT_DIALECT, traitsOf } from '../../dialects/wires.ts'
import { s, Schema, type AnySchema, type Definition } from '../../schema/index.ts'
import type { Cli } from './cli.ts'
import type { CliDeclaration } from './types/cli-declaration.ts'
import type { CommandDeclaration } from './types/command-declaration.ts'
import {
  defaultLimit,
  flagName,
  hasCursor,
  type FlagFacts,
  type FrameworkFlag,
} from './framework-flag.ts'
import type { Shape } from './standard-schema.ts'

/** Values of `--format`; the human format of terminals cannot be requested by name. */
const FORMATS: readonly string[] = ['json', 'jsonl', 'yaml', 'toon', 'md', 'plain']
const SWITCH = { kind: 'boolean', default: false } as const
const TEXT = { kind: 'string', optional: true } as const
const WHOLE = { kind: 'number', whole: true, min: 0 } as const
const NUMBER = { ...WHOLE, optional: true } as const
const DURATION = { kind: 'duration', optional: true } as const
const CHOICE = { kind: 'enum', values: [], optional: true } as const
const RESERVED = { isReserved: true } as const
const OF_CONTRACT = { isReserved: true } as const

/** For a flag of commands that declare something. */
function when(member: keyof CommandDeclaration, more: Partial<FrameworkFlag> = {}) {
  return { ...more, on: ({ command }: FlagFacts) => command[member] }
}

/** All flags of the framework, in the order in which commands list them; whoever needs a flag reads this table. */
export const FLAGS = [
  flag('dryRun', SWITCH, 'Previews the changes without making them', when('dryRun', RESERVED)),
  flag('confirmDestructive', SWITCH, 'Confirms changes that cannot be undone', {
    on: ({ command }) => dangerOf(command) === 'destructive',
    ...OF_CONTRACT,
  }),
  flag('idempotencyKey', TEXT, 'Does not repeat a call that succeeded with this key', {
    on: ({ command }) => command.run && dangerOf(command) !== 'safe',
  }),
  flag('timeout', DURATION, 'Time limit; 0 for none', {
    on: ({ command }) => command.network || dependsOnInput(command),
  }),
  flag('limit', WHOLE, 'Maximum items to return; 0 for all', {
    refine: ({ command: { list } }) => ({ default: defaultLimit(list) }),
    ...when('list'),
  }),
  flag('etag', TEXT, 'Etag of your copy', when('cacheable')),
  flag('format', { ...CHOICE, aliases: ['output-format'] }, 'Format of the answer', {
    refine: ({ tool }) => ({ values: formatsOf(tool) }),
    ...OF_CONTRACT,
  }),
  flag('json', SWITCH, 'Short for --format json', OF_CONTRACT),
  flag('fullOutput', SWITCH, 'Shows the whole envelope in every format', OF_CONTRACT),
  flag('cursor', TEXT, 'Cursor of the next page', { on: ({ command }) => hasCursor(command) }),
  // Callers that give input by name give an argument `rest` by that name too.
  flag('rest', TEXT, 'Shows the rest of an answer that was cut; runs nothing', {
    on: ({ command }) => !Object.hasOwn(command.args ?? {}, 'rest'),
  }),
  flag('fields', TEXT, 'Members to keep, comma-separated'),
  flag('tokenCount', SWITCH, 'Prints only the estimated token count'),
  flag('tokenLimit', { ...NUMBER, min: 1 }, 'Maximum tokens of the answer'),
  flag('tokenOffset', NUMBER, 'Tokens to skip'),
  flag('envelope', TEXT, 'Dialect of the answer', OF_CONTRACT),
  flag('yes', SWITCH, 'Answers yes to every question'),
  flag('nonInteractive', SWITCH, 'Fails instead of asking questions'),
  flag('debug', SWITCH, 'Prints diagnostics on stderr'),
  flag('schema', SWITCH, 'Shows the input and output of the command', OF_CONTRACT),
  flag('help', { ...SWITCH, short: 'h' }, 'Shows help for the command', { isReserved: true }),
  flag('envelopeVersion', CHOICE, 'Version of the envelope', {
    refine: ({ tool }) => ({ values: Object.keys(tool.contract?.versions ?? {}) }),
    on: ({ tool }) => tool.contract,
    ...OF_CONTRACT,
  }),
  flag('legacyEnvelope', SWITCH, 'Uses the legacy version of the envelope', {
    on: ({ tool }) => tool.contract,
    ...OF_CONTRACT,
  }),
]

let byName: ReadonlyMap<string, FrameworkFlag> | undefined

/** What the flags of the framework say in a call, by their keys. */
export type FlagValues = Readonly<Record<string, unknown>> & {
  readonly [Flag in (typeof FLAGS)[number] as Flag['key']]?: ValueOf<Flag['def']['kind']>
}

type ValueOf<Kind> = Kind extends 'boolean'
  ? boolean
  : Kind extends 'number' | 'duration'
    ? number
    : string

/** Flags of a call without a command; those of `--mcp` belong to the server and must come first. */
const TOOL_FLAGS: readonly FrameworkFlag[] = [
  flag('llms', SWITCH, 'Lists the commands for agents', OF_CONTRACT),
  flag('version', { ...SWITCH, short: 'V' }, 'Shows the version'),
  flag('mcp', SWITCH, 'Serves MCP', OF_CONTRACT),
  flag('mcpTools', TEXT, 'Patterns of commands that become a tool each', OF_CONTRACT),
  flag('mcpHttp', TEXT, 'Port of HTTP', OF_CONTRACT),
  flag('mcpHost', TEXT, 'Address to listen at', OF_CONTRACT),
]

function flag<const Key extends string, const Def extends Definition>(
  key: Key,
  def: Def,
  description: string,
  more: Omit<FrameworkFlag, 'key' | 'def' | 'description'> = {},
): FrameworkFlag & { readonly key: Key; readonly def: Def } {
  return { key, def, description, ...more }
}

/** Builds the flags that a command has from the framework; without a command those of every command. */
export function frameworkFlags(
  { declaration: tool }: Cli,
  command: Partial<CommandDeclaration>,
): Shape {
  const facts: FlagFacts = { tool, command }
  const own = { ...tool.globals, ...command.options }
  const flags: Record<string, AnySchema> = {}
  for (const flag of FLAGS) {
    const isReplaced = !flag.isReserved && Object.hasOwn(own, flag.key)
    if (!isReplaced && (!flag.on || flag.on(facts))) flags[flag.key] = schemaOf(flag, facts)
  }
  for (const name of Object.keys(tool.output?.switches ?? {}))
    flags[name] = s.boolean().default(false).describe(`Output as ${name}`)
  return flags
}

/** Builds the flags of a command that not every command has. */
export function particularFlags(cli: Cli, command: Partial<CommandDeclaration>): Shape {
  const shared = frameworkFlags(cli, {})
  const flags = Object.entries(frameworkFlags(cli, command))
  return Object.fromEntries(flags.filter(([key]) => !Object.hasOwn(shared, key)))
}

/** One schema for all commands, so that descriptions of it are made once. */
const schemas = new Map<FrameworkFlag, AnySchema>()

function schemaOf(flag: FrameworkFlag, facts: FlagFacts): AnySchema {
  const { def, description, refine } = flag
  if (refine) return new Schema({ ...def, description, ...refine(facts) })
  const schema = schemas.get(flag) ?? new Schema({ ...def, description })
  schemas.set(flag, schema)
  return schema
}

/** Finds the flag of the framework that has a name, without dashes, on any command in any contract. */
export function findFlag(name: string): FrameworkFlag | undefined {
  // Of two flags with one name the first.
  byName ??= new Map(
    [...FLAGS, ...TOOL_FLAGS]
      .flatMap((flag) => namesOf(flag).map((each) => [each, flag] as const))
      .toReversed(),
  )
  return byName.get(name)
}

/** Tests whether a flag of the framework, without dashes, takes the next word as its value. */
export function takesValue(name: string): boolean {
  const { def } = findFlag(name) ?? {}
  return def !== undefined && def.kind !== 'boolean'
}

/** Lists the names that no option of an author may have; `reserved-flags.json` is generated from them. */
export function reservedNames(): readonly string[] {
  const names = [...FLAGS, ...TOOL_FLAGS].flatMap(namesOf)
  return [...new Set(names)].filter((name) => findFlag(name)!.isReserved)
}

/** Lists the names of a flag, without dashes. */
export function namesOf({ key, def }: FrameworkFlag): readonly string[] {
  return [flagName(key), ...(def.aliases ?? [])]
}

/** Lists the values of `--format` in a tool; the dialect that it answers in may have no YAML. */
export function formatsOf(tool: CliDeclaration): readonly string[] {
  const { contract, dialect = DEFAULT_DIALECT } = tool
  const { refusesYaml } = traitsOf(contract?.versions[contract.default] ?? dialect)
  return refusesYaml ? formatsWithoutYaml(tool) : allFormats(tool)
}

function allFormats({ output }: CliDeclaration): readonly string[] {
  return [...FORMATS, ...Object.keys(output?.values ?? {})]
}

/** Lists the values of `--format` in dialects that have YAML for input alone. */
export function formatsWithoutYaml(tool: CliDeclaration): readonly string[] {
  const { values = {} } = tool.output ?? {}
  return allFormats(tool).filter((name) => (values[name] ?? name) !== 'yaml')
}

/** A command whose time depends on its input says that a call which took too long changed nothing. */
function dependsOnInput({ exitCodes }: Partial<CommandDeclaration>): boolean {
  const entry = exitCodes?.['TIMEOUT']
  return typeof entry === 'object' && 'sideEffects' in entry && entry.sideEffects === 'none'
}

/** Whoever talks to a server confirms nothing by flags. */
function dangerOf({ danger, filter }: Partial<CommandDeclaration>) {
  return speaksProtocol({ filter }) ? 'safe' : danger
}
