import type { Definition } from '../../schema/index.ts'
import type { CliDeclaration } from './cli.ts'
import { isGenerator } from './command.ts'
import type { CommandDeclaration } from './command-declaration.ts'

/** What decides whether a command has a flag of the framework, and what the flag accepts. */
export interface FlagFacts {
  readonly tool: CliDeclaration
  /** Empty for a group, which has the flags that every command has. */
  readonly command: Partial<CommandDeclaration>
  /** Whether the rules of contract 1.16 apply: `--format` is the format and `--output` a file. */
  readonly isCurrent: boolean
}

/** A flag of the framework. */
export interface FrameworkFlag {
  /** In camelCase; {@link flagName} spells it. */
  readonly key: string
  readonly description: string
  readonly def: Definition
  /** What the tool or the command changes in the definition. */
  readonly refine?: (facts: FlagFacts) => object
  /** Whether a command has it; without this function every command and every group has it. */
  readonly on?: (facts: FlagFacts) => unknown
  /** Whether no option of an author may have its names; else such an option replaces it. */
  readonly isReserved?: true
  /** Whether it asks for an answer by the contract, also where a person calls an adapted program. */
  readonly asks?: true
}

/** Values of `--format`; the human format of terminals cannot be requested by name. */
const FORMATS: readonly string[] = ['json', 'jsonl', 'yaml', 'toon', 'md', 'tsv', 'plain']

const SWITCH = { kind: 'boolean', default: false } as const
const TEXT = { kind: 'string', optional: true } as const
const NUMBER = { kind: 'number', whole: true, min: 0, optional: true } as const
const DURATION = { kind: 'duration', optional: true } as const
const PATH = { kind: 'string', is: 'path', optional: true } as const
const CHOICE = { kind: 'enum', values: [], optional: true } as const

/**
 * All flags of the framework, in the order in which commands list them. Router, parser, help, manifest, adapters and
 * the request for an output read this table.
 */
export const FRAMEWORK_FLAGS: readonly FrameworkFlag[] = [
  {
    key: 'dryRun',
    description: 'Previews the changes without making them',
    def: SWITCH,
    on: ({ command }) => command.dryRun,
    isReserved: true,
  },
  {
    key: 'live',
    description: 'Makes the changes instead of previewing them',
    def: SWITCH,
    on: ({ command }) => command.safeDefault,
    isReserved: true,
  },
  {
    key: 'confirmDestructive',
    description: 'Confirms changes that cannot be undone',
    def: SWITCH,
    on: ({ command }) => !command.safeDefault && dangerOf(command) === 'destructive',
    isReserved: true,
    asks: true,
  },
  {
    key: 'idempotencyKey',
    description: 'A call with a used key changes nothing',
    def: TEXT,
    // A stream cannot be repeated from a record.
    on: ({ command, isCurrent }) =>
      command.run && dangerOf(command) !== 'safe' && !(isCurrent && isGenerator(command.run)),
  },
  {
    key: 'budget',
    description: 'How long the call may take; the work goes on after it, 0 for no limit',
    def: DURATION,
    on: ({ command, isCurrent }) => isCurrent && command.interruption,
  },
  {
    key: 'timeout',
    description: 'Time limit; 0 for none',
    def: DURATION,
    on: ({ command, isCurrent }) => command.network || (isCurrent && command.interruption),
  },
  {
    key: 'connectTimeout',
    description: 'Time limit for connecting',
    def: { kind: 'duration', default: '10s' },
    on: ({ command }) => command.network,
  },
  {
    key: 'headless',
    description: 'Never opens a browser',
    def: SWITCH,
    on: ({ command }) => command.auth,
  },
  {
    key: 'tokenEnvVar',
    description: 'Environment variable with the token',
    def: { ...TEXT, pattern: /^[A-Za-z_][A-Za-z0-9_]*$/ },
    on: ({ command }) => command.auth,
  },
  {
    key: 'limit',
    description: 'Maximum items to return; 0 for all',
    def: { kind: 'number', whole: true, min: 0 },
    refine: ({ command: { list } }) => ({
      default: (typeof list === 'object' ? list.defaultLimit : undefined) ?? 20,
    }),
    on: ({ command }) => command.list,
  },
  {
    key: 'etag',
    description: 'Etag of the copy that the caller has',
    def: TEXT,
    on: ({ command }) => command.cacheable,
  },
  {
    key: 'inputFile',
    description: 'File to read instead of stdin',
    def: PATH,
    on: ({ command }) => command.stdin,
  },
  {
    key: 'global',
    description: 'Writes the global configuration',
    def: SWITCH,
    on: ({ command }) => command.configScope,
  },
  {
    key: 'format',
    description: 'Format of the answer',
    def: { ...CHOICE, aliases: ['output', 'output-format'] },
    refine: ({ tool, isCurrent }) =>
      isCurrent ? { values: formatsWithoutYaml(tool), aliases: [] } : { values: formatsOf(tool) },
    isReserved: true,
    asks: true,
  },
  {
    key: 'output',
    description: 'File for the answer',
    def: PATH,
    on: ({ command, isCurrent }) => isCurrent && command.filter !== 'protocol',
    isReserved: true,
  },
  {
    key: 'stream',
    description: 'Short for --format jsonl',
    def: SWITCH,
    on: ({ isCurrent }) => isCurrent,
  },
  {
    key: 'json',
    description: 'Short for --format json',
    def: SWITCH,
    on: ({ isCurrent }) => !isCurrent,
    isReserved: true,
    asks: true,
  },
  {
    key: 'fullOutput',
    description: 'Shows the whole envelope in every format',
    def: SWITCH,
    isReserved: true,
    asks: true,
  },
  { key: 'cursor', description: 'Cursor of the next page', def: TEXT },
  {
    key: 'fields',
    description: 'Members to keep, comma-separated',
    def: TEXT,
    asks: true,
  },
  {
    key: 'tokenCount',
    description: 'Prints only the estimated token count',
    def: SWITCH,
    asks: true,
  },
  {
    key: 'tokenLimit',
    description: 'Maximum tokens of the answer',
    def: { ...NUMBER, min: 1 },
    asks: true,
  },
  { key: 'tokenOffset', description: 'Tokens to skip', def: NUMBER, asks: true },
  {
    key: 'envelope',
    description: 'Dialect of the answer',
    def: TEXT,
    isReserved: true,
    asks: true,
  },
  { key: 'width', description: 'Columns to wrap text at; 0 for none', def: NUMBER },
  {
    key: 'heartbeatMs',
    description: 'Milliseconds between heartbeats; 0 for none',
    def: NUMBER,
  },
  { key: 'yes', description: 'Answers yes to every question', def: SWITCH },
  {
    key: 'nonInteractive',
    description: 'Fails instead of asking questions',
    def: SWITCH,
    asks: true,
  },
  { key: 'debug', description: 'Diagnostics on stderr', def: SWITCH },
  {
    key: 'schema',
    description: 'Input and output of the command',
    def: SWITCH,
    isReserved: true,
    asks: true,
  },
  {
    key: 'help',
    description: 'Help for the command',
    def: { ...SWITCH, short: 'h' },
    isReserved: true,
  },
  {
    key: 'envelopeVersion',
    description: 'Version of the envelope',
    def: CHOICE,
    refine: ({ tool }) => ({ values: Object.keys(tool.contract?.versions ?? {}) }),
    on: ({ tool }) => tool.contract,
    isReserved: true,
    asks: true,
  },
  {
    key: 'legacyEnvelope',
    description: 'Uses the legacy version of the envelope',
    def: SWITCH,
    on: ({ tool }) => tool.contract,
    isReserved: true,
    asks: true,
  },
]

/** Flags of a call without a command; those of `--mcp` belong to the server and must come first. */
export const TOOL_FLAGS: readonly FrameworkFlag[] = [
  {
    key: 'llms',
    description: 'Lists the commands for agents',
    def: SWITCH,
    isReserved: true,
    asks: true,
  },
  { key: 'version', description: 'Shows the version', def: { ...SWITCH, short: 'V' } },
  { key: 'mcp', description: 'Serves MCP', def: SWITCH, isReserved: true, asks: true },
  ...['mcpTools', 'mcpHttp', 'mcpHost'].map(
    (key) =>
      ({ key, description: 'Option of --mcp', def: TEXT, isReserved: true, asks: true }) as const,
  ),
]

/** Every flag by each of its names; of two flags with one name the first. */
const byName = new Map(
  [...FRAMEWORK_FLAGS, ...TOOL_FLAGS]
    .flatMap((flag) => namesOf(flag).map((name) => [name, flag] as const))
    .toReversed(),
)

/** Finds the flag of the framework that has a name, without dashes, on any command in any contract. */
export function findFlag(name: string): FrameworkFlag | undefined {
  return byName.get(name)
}

/** Tests whether a flag of the framework, without dashes, takes the next word as its value. */
export function takesValue(name: string): boolean {
  const kind = byName.get(name)?.def.kind
  return kind !== undefined && kind !== 'boolean'
}

/** Tests whether a flag is reserved, so that no command may redefine it. */
export function isReservedFlag(name: string): boolean {
  return byName.get(name)?.isReserved === true || name.startsWith('mcp-')
}

/** Tests whether a flag asks for an answer by the contract; `output` does not, for it may be any file. */
export function asksForContract(name: string): boolean {
  return (byName.get(name)?.asks === true && name !== 'output') || name.startsWith('mcp')
}

/** Lists the names of a flag, without dashes. */
export function namesOf({ key, def }: FrameworkFlag): readonly string[] {
  return [flagName(key), ...(def.aliases ?? [])]
}

/** Lists the values of `--format` in a tool. */
export function formatsOf({ output }: CliDeclaration): readonly string[] {
  return [...FORMATS, ...Object.keys(output?.values ?? {})]
}

/** Lists the values of `--format` in generations of the spec that have YAML for input alone. */
export function formatsWithoutYaml(tool: CliDeclaration): readonly string[] {
  const { values = {} } = tool.output ?? {}
  return formatsOf(tool).filter((name) => (values[name] ?? name) !== 'yaml')
}

/** Converts an option's key to its flag: `dryRunFirst` becomes `dry-run-first`. */
export function flagName(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Whoever talks to a server confirms nothing by flags. */
function dangerOf({ danger, filter }: Partial<CommandDeclaration>) {
  return filter === 'protocol' ? 'safe' : danger
}
