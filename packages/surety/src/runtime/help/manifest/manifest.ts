import packageJson from '../../../../package.json' with { type: 'json' }
import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { groupBy } from '@surety/internal/group-by.ts'
import { jsonEqual } from '@surety/internal/json/json-values.ts'
import { resolveExits } from '../../declare/exits/exit-table.ts'
import { computeEtag } from '../../result/paging/etag.ts'
import { shortEtag } from './short-etag.ts'
import { commonEntries, examplesOf, secretVariables, withoutEqual } from './command-schema.ts'
import { environment, lowestVersion, rulesOf, withErrorCodes } from './contract-1.16.ts'
import { exitEntries, type Entries, type ExitNumbers } from './exit-entries.ts'
import {
  flagEntries,
  ownOptions,
  positionalEntry,
  richFlagEntry,
  shortFlagEntry,
} from './flag-entry.ts'
import { contains, type ManifestForm, type ManifestPart } from '../load-model.ts'
import {
  type ToolModel,
  type CommandModel,
  type GroupModel,
  type ParameterModel,
} from '../model.ts'

type Values<Subject> = Readonly<Record<string, (of: Subject) => JsonValue | undefined>>

/** The command tree in one document, as the schema of its generation defines it. */
export interface Manifest extends JsonObject {
  readonly schema_version: string
  readonly framework_version: string
  readonly etag: string
  readonly commands: Readonly<Record<string, JsonObject>>
}

/** Builds the manifest of a tool, or of a part of it; the table of forms says which members it has. */
export function buildManifest(
  cli: ToolModel,
  numbers: ExitNumbers,
  named: ManifestForm,
  part: ManifestPart = {},
): Manifest {
  const form = FORMS[named]
  const visible = cli.commands.filter(({ isHidden }) => !isHidden)
  const listed = visible.filter((command) => contains(part, command))
  const groups = cli.groups.filter((group) => contains(part, group))
  const tool = { cli, numbers, part, visible, listed, groups }
  const shared = form.shared(tool)
  // In 1.16 a key is the path and nothing else names the tool: that of a tool that is one command is empty.
  const root = named === '1.16' ? '' : cli.name
  const entries = [
    ...groups.map((group) => [keyOf(group), groupEntry(form, tool, group)] as const),
    ...listed.map(
      (command) => [keyOf(command) || root, commandEntry(form, tool, command, shared)] as const,
    ),
  ].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const commands: Entries = Object.fromEntries(entries)
  const body = { ...form.root(tool, shared), commands }
  return {
    schema_version: form.version(body),
    framework_version: form.frameworkVersion?.() ?? cli.version,
    ...(named === 'short' && { name: cli.name }),
    etag: form.etag(body),
    ...body,
  }
}

interface Tool {
  readonly cli: ToolModel
  readonly numbers: ExitNumbers
  readonly part: ManifestPart
  readonly visible: readonly CommandModel[]
  /** Those of them in the part, and the groups in the part. */
  readonly listed: readonly CommandModel[]
  readonly groups: readonly GroupModel[]
}

interface Shared {
  readonly options: readonly ParameterModel[]
  readonly exits: Entries
}

/** A column of the table: how a form of the manifest says what. */
interface Form {
  readonly version: (body: JsonObject) => string
  /** Default the version of the tool: before 1.16 either will do, and callers can read that one nowhere else. */
  readonly frameworkVersion?: () => string
  readonly etag: (body: JsonObject) => string
  readonly shared: (tool: Tool) => Shared
  readonly root: (tool: Tool, shared: Shared) => JsonObject
  readonly flags: (tool: Tool, command: CommandModel, shared: Shared) => Entries
  /** Default all exits of the command. */
  readonly exits?: (exits: Entries, command: CommandModel) => Entries
  /** The members of a command and of a group, in order. */
  readonly command: string
  readonly group: string
  /** Members that mean something else in this form. */
  readonly commandValues?: Values<Described>
  readonly groupValues?: Values<DescribedGroup>
}

const FORMS: Readonly<Record<ManifestForm, Form>> = {
  // No member is empty, and built-in commands are only named, unless the part is about them.
  short: {
    version: () => '1.1',
    etag: shortEtag,
    shared: ({ cli, numbers }) => ({ options: cli.globals, exits: commonEntries(numbers) }),
    root: ({ cli, part }, { exits }) =>
      part.path
        ? {}
        : {
            flags: rootFlags(cli),
            // Exit 0 is success for every command; only words of its own are worth listing.
            exit_codes: withoutSuccess(exits),
            builtins: builtinDangers(cli, part),
          },
    flags: ({ cli }, command) => ownOptions(cli, command),
    command: `description aliases danger_level settles
      supports_streaming arguments flags exit_codes output_schema examples builtin`,
    group: 'description aliases danger_level subcommands builtin',
    commandValues: {
      arguments: ({ command }) => filled(command.args.map(({ name }) => name)),
      flags: ({ flags }) => filled(flags),
      exit_codes: ({ exits }) => filled(exits),
    },
    groupValues: {
      // The keys of the listed commands say where they belong.
      subcommands: ({ tool: { cli, visible, part }, group }) =>
        filled(
          children(
            group,
            [...cli.groups, ...visible].filter((each) => !contains(part, each)),
          ),
        ),
      builtin: ({ tool, group }) => hasOnlyBuiltins(group, tool.visible),
    },
  },
  '1.6': {
    version: () => '1.0',
    etag: ({ commands }) => computeEtag(commands!),
    shared: () => ({ options: [], exits: {} }),
    root: () => ({}),
    flags: (_tool, command) => withoutYaml(flagEntries(command)),
    command: `description aliases danger_level flags exit_codes output_schema output_formats
      examples`,
    group: 'description aliases danger_level flags exit_codes subcommands',
    groupValues: {
      exit_codes: ({ tool: { numbers } }) =>
        exitEntries({ exits: GROUP_EXITS, errors: [] }, numbers),
    },
  },
  // Positional arguments are apart from flags, and the version is the lowest that has every member in use.
  '1.16': {
    version: lowestVersion,
    frameworkVersion: () => packageJson.version,
    etag: computeEtag,
    shared: ({ listed, numbers }) => ({
      options: sharedOptions(listed),
      exits: sharedExits(
        listed.map((command) => withErrorCodes(exitEntries(command, numbers), command)),
      ),
    }),
    root: ({ cli, listed }, { options, exits }) => ({
      ...(options.length > 0 && { flags: entriesOf(cli, options) }),
      ...(Object.keys(exits).length > 0 && { exit_codes: exits }),
      env_vars: environment(cli, listed),
    }),
    flags: ({ cli }, command, { options }) => {
      const isLocal = ({ name }: ParameterModel) => !options.some((each) => each.name === name)
      return entriesOf(cli, [...command.options, ...command.sharedOptions.filter(isLocal)])
    },
    exits: withErrorCodes,
    command: `description aliases danger_level required_scopes flags positionals exit_codes output_schema
      examples builtin secret_env_vars requires interactive
      option_placement stdout protocol idempotent has_network_io
      headless_supported token_env_vars async job_descriptor_schema interruption config_write_scope
      gui_operations headless_behavior requires_editor non_interactive_alternatives stdin steps mcp streaming_default
      stderr spawns_background_process cleanup_command max_lifetime_seconds filesystem_side_effects platform
      required_tools subprocess`,
    group: 'description aliases danger_level required_scopes flags exit_codes subcommands builtin',
  },
}

interface Described {
  readonly cli: ToolModel
  readonly command: CommandModel
  readonly flags: Entries
  readonly exits: Entries
}

/** The members of a command that are not facts under the same name. */
const COMMAND: Values<Described> = {
  description: ({ command }) => command.description,
  aliases: ({ command }) => filled(command.aliases),
  danger_level: ({ command }) => command.danger,
  flags: ({ flags }) => flags,
  exit_codes: ({ exits }) => exits,
  output_schema: ({ command }) => command.outputSchema as JsonObject | undefined,
  output_formats: ({ cli }) => filled(furtherFormats(cli)),
  examples: ({ command }) => filled(examplesOf(command)),
  builtin: ({ command }) => command.isBuiltin || undefined,
  positionals: ({ command }) => filled(command.args.map(positionalEntry)),
  secret_env_vars: ({ command }) => filled(secretVariables(command)),
  requires: ({ command }) => filled(rulesOf(command)),
  option_placement: () => 'any',
  stdout: ({ command }) => (command.facts.protocol === undefined ? undefined : 'protocol'),
  headless_supported: ({ command }) => command.facts.headless_supported,
  mcp: ({ command }) => command.facts.mcp,
}

function commandEntry(form: Form, tool: Tool, command: CommandModel, shared: Shared): JsonObject {
  const { cli, numbers } = tool
  const flags = form.flags(tool, command, shared)
  const all = exitEntries(command, numbers)
  const exits = withoutEqual(form.exits?.(all, command) ?? all, shared.exits)
  const facts: Readonly<Record<string, unknown>> = { ...command.facts }
  return pick(form.command, (name) => {
    const valueOf = form.commandValues?.[name] ?? COMMAND[name]
    if (valueOf) return valueOf({ cli, command, flags, exits })
    return (facts[name] as JsonValue | undefined) || undefined
  })
}

interface DescribedGroup {
  readonly tool: Tool
  readonly group: GroupModel
}

const GROUP: Values<DescribedGroup> = {
  description: ({ group }) => group.description,
  aliases: ({ group }) => filled(group.aliases),
  // A group without a command only shows its help.
  danger_level: () => 'safe',
  required_scopes: () => [],
  flags: () => ({}),
  exit_codes: () => ({}),
  subcommands: ({ tool, group }) => children(group, [...tool.groups, ...tool.listed]),
  builtin: ({ tool, group }) => hasOnlyBuiltins(group, tool.listed),
}

function groupEntry(form: Form, tool: Tool, group: GroupModel): JsonObject {
  return pick(form.group, (name) => (form.groupValues?.[name] ?? GROUP[name]!)({ tool, group }))
}

function pick(names: string, valueOf: (name: string) => JsonValue | undefined): JsonObject {
  const members = names.split(/\s+/).map((name) => [name, valueOf(name)] as const)
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as JsonObject
}

type Placed = { readonly path: readonly string[] }

function keyOf({ path }: Placed): string {
  return path.join('.')
}

function isBelow({ path: above }: GroupModel, { path }: Placed): boolean {
  return path.length > above.length && above.every((word, at) => word === path[at])
}

function children(group: GroupModel, all: readonly Placed[]): readonly string[] {
  const isChild = (each: Placed) => each.path.length === group.path.length + 1
  return all
    .filter((each) => isBelow(group, each) && isChild(each))
    .map(keyOf)
    .toSorted()
}

function hasOnlyBuiltins(group: GroupModel, commands: readonly CommandModel[]): true | undefined {
  const below = commands.filter((command) => isBelow(group, command))
  return below.length > 0 && below.every(({ isBuiltin }) => isBuiltin) ? true : undefined
}

function filled<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length > 0 ? value : undefined
}

function withoutSuccess({ 0: _success, ...failures }: Entries): Entries {
  return failures
}

function rootFlags({ globals, frameworkOptions }: ToolModel): Entries {
  // The limits of an option of the framework are plain from its description.
  const own = frameworkOptions.map(({ schema: { minimum: _minimum, ...schema }, ...option }) => ({
    ...option,
    schema,
  }))
  return Object.fromEntries(
    [...globals, ...own].map((option) => [option.name, shortFlagEntry(option)]),
  )
}

/** Names the built-in commands, each with its danger. */
function builtinDangers({ builtins = [] }: ToolModel, part: ManifestPart): JsonObject {
  const named = builtins.filter((each) => contains(part, each))
  return Object.fromEntries(named.map((each) => [keyOf(each), each.danger]))
}

const GROUP_EXITS = Object.values(
  resolveExits({
    SUCCESS: 'The help of the group was shown',
    ARG_ERROR: 'The group has no such command',
  }),
).filter(({ description }) => description !== '')

/** Lists the formats that the contract does not know; it has YAML for input alone. */
function furtherFormats({ outputFormats, formatNames }: ToolModel): readonly string[] {
  const known = ['json', 'jsonl', 'plain']
  return outputFormats.filter(
    (format) => !known.includes(format) && (formatNames[format] ?? format) !== 'yaml',
  )
}

function withoutYaml(flags: Entries): Entries {
  const { output } = flags
  const values = output?.['enum_values']
  if (!output || !Array.isArray(values)) return flags
  return { ...flags, output: { ...output, enum_values: values.filter((one) => one !== 'yaml') } }
}

/** Finds the options that every command takes, in the same form and under no name of its own. */
function sharedOptions(commands: readonly CommandModel[]): readonly ParameterModel[] {
  const [first, ...others] = commands
  if (!first) return []
  const isTaken = (name: string) =>
    commands.some(({ args, options }) => [...args, ...options].some((own) => own.name === name))
  return first.sharedOptions.filter(
    (option) =>
      !isTaken(option.name) &&
      others.every(({ sharedOptions: shared }) =>
        shared.some(({ name, schema }) => name === option.name && jsonEqual(schema, option.schema)),
      ),
  )
}

/** Finds the exits that every command has, each as most of them describe it; the others list their own. */
function sharedExits(tables: readonly Entries[]): Entries {
  const everywhere = Object.keys(tables[0] ?? {}).filter((number) =>
    tables.every((table) => table[number] !== undefined),
  )
  const usual = (number: string): JsonObject => {
    const entries = tables.map((table) => table[number]!)
    const same = [...groupBy(entries, (entry) => JSON.stringify(entry)).values()]
    return same.toSorted((one, other) => other.length - one.length)[0]![0]!
  }
  return Object.fromEntries(everywhere.map((number) => [number, usual(number)]))
}

function entriesOf(cli: ToolModel, parameters: readonly ParameterModel[]): Entries {
  return Object.fromEntries(parameters.map((each) => [each.name, richFlagEntry(cli, each)]))
}
