import { ERROR_CODES, type JsonObject, type JsonValue } from '../../../../contract/index.ts'
import { jsonEqual } from '../../../../internal/json/json-equal.ts'
import { setMember } from '../../../../internal/json/json-members.ts'
import { computeEtag } from '../../../result/paging/etag.ts'
import { exitEntries, type ExitNumbers } from '../exit-entries.ts'
import type { Manifest } from '../manifest.ts'
import type { CliModel, CommandModel, GroupModel, ParameterModel } from '../model.ts'
import { commandEntry } from './command-entry.ts'
import { flagEntry } from './flag-entry.ts'
import { lowestVersion } from './lowest-version.ts'

type Entries = Readonly<Record<string, JsonObject>>

/**
 * Builds the manifest of contract 1.16 (3.21): options and exits that all commands share are at the root,
 * positional arguments are apart from flags, and the version is the lowest that has every member in use.
 */
export async function buildCurrentManifest(cli: CliModel, numbers: ExitNumbers): Promise<Manifest> {
  const visible = cli.commands.filter((command) => !command.isHidden)
  const shared = sharedOptions(visible)
  const flags = entriesOf(cli, shared)
  const exits = new Map(
    visible.map((command) => [command, exitsOf(cli, command, numbers)] as const),
  )
  const sharedExits = commonEntries([...exits.values()])
  const commands: Record<string, JsonObject> = {}
  const entries = [
    ...cli.groups.map((group) => [keyOf(group.path), groupEntry(cli, group, visible)] as const),
    ...visible.map((command) => {
      const own = withoutEqual(exits.get(command)!, sharedExits)
      const names = new Set(shared.map(({ name }) => name))
      const locals = localOptions(command, names)
      return [
        keyOf(command.path) || cli.name,
        commandEntry(command, entriesOf(cli, locals), own),
      ] as const
    }),
  ].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [key, entry] of entries) setMember(commands, key, entry)
  const body = {
    ...(Object.keys(flags).length > 0 && { flags }),
    ...(Object.keys(sharedExits).length > 0 && { exit_codes: sharedExits }),
    env_vars: environment(cli, visible),
    commands,
  }
  return {
    schema_version: lowestVersion(body),
    framework_version: cli.version,
    etag: await computeEtag(body),
    ...body,
  }
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

function localOptions(
  { options, sharedOptions: shared }: CommandModel,
  global: ReadonlySet<string>,
): readonly ParameterModel[] {
  return [...options, ...shared.filter(({ name }) => !global.has(name))]
}

function entriesOf(cli: CliModel, parameters: readonly ParameterModel[]): Entries {
  const entries: Record<string, JsonObject> = {}
  for (const parameter of parameters) setMember(entries, parameter.name, flagEntry(cli, parameter))
  return entries
}

function exitsOf(cli: CliModel, command: CommandModel, numbers: ExitNumbers): Entries {
  const exits = withPersonCodes(
    command,
    exitEntries({ ...command, ownCodes: cli.ownCodes }, numbers),
  )
  const [group, name] = command.path
  const followsUp = command.isBuiltin && group === 'job' && name !== 'cancel'
  const { interruption, keeps_work: keeps } = command.facts
  if (!interruption && !keeps && !followsUp) return exits
  const isReading = command.danger === 'safe'
  return {
    ...exits,
    '14': {
      name: 'INCOMPLETE',
      description: 'The work is kept; run data.continue_command to go on',
      retryable: isReading,
      side_effects: isReading ? 'none' : 'partial',
      error_codes: ['INCOMPLETE'],
    },
  }
}

/** A command for persons says which codes tell that a person is needed; a list of codes has all of them. */
function withPersonCodes({ facts, errors }: CommandModel, exits: Entries): Entries {
  const entry = exits['4']
  if (!facts.requires_person || !entry) return exits
  const ours = Object.entries(ERROR_CODES).filter(([, { exit }]) => exit === 'PRECONDITION')
  const own = errors.filter(({ exit }) => exit === 'PRECONDITION').map(({ code }) => code)
  const codes = [...ours.map(([code]) => code), 'PRECONDITION', ...own]
  return { ...exits, '4': { ...entry, error_codes: [...new Set(codes)] } }
}

/** Finds the entries that all tables have alike. */
function commonEntries(tables: readonly Entries[]): Entries {
  const [first = {}, ...others] = tables
  return Object.fromEntries(
    Object.entries(first).filter(([number, entry]) =>
      others.every((table) => table[number] !== undefined && jsonEqual(table[number], entry)),
    ),
  )
}

function withoutEqual(table: Entries, shared: Entries): Entries {
  return Object.fromEntries(
    Object.entries(table).filter(([number]) => !Object.hasOwn(shared, number)),
  )
}

function groupEntry(
  cli: CliModel,
  group: GroupModel,
  visible: readonly CommandModel[],
): JsonObject {
  const isChild = ({ path }: { readonly path: readonly string[] }) =>
    path.length === group.path.length + 1 && group.path.every((word, at) => word === path[at])
  const below = visible.filter(({ path }) => group.path.every((word, at) => word === path[at]))
  const isBuiltin = below.length > 0 && below.every((command) => command.isBuiltin)
  return {
    description: group.description,
    ...(group.aliases.length > 0 && { aliases: group.aliases }),
    danger_level: 'safe',
    required_scopes: [],
    flags: {},
    exit_codes: {},
    subcommands: [...cli.groups.filter(isChild), ...visible.filter(isChild)]
      .map(({ path }) => keyOf(path))
      .toSorted(),
    ...(isBuiltin && { builtin: true }),
  }
}

/** Lists the variables that no flag lists: those of the framework and of the commands. */
function environment(cli: CliModel, commands: readonly CommandModel[]): readonly JsonObject[] {
  const own = new Map<string, JsonValue>()
  for (const { name, schema } of commands.flatMap(({ env }) => env)) {
    if (schema['x-secret'] === true) continue
    const { description } = schema
    own.set(name, typeof description === 'string' ? description : `Read by ${cli.name}`)
  }
  return [
    { name: `${cli.envPrefix}_ENVELOPE`, description: 'Dialect of the answers' },
    { name: `${cli.envPrefix}_DEBUG`, description: 'Diagnostics on stderr if it is set' },
    { name: `${cli.envPrefix}_AUDIT_LOG`, description: 'Audit log: 1, 0 or a path' },
    { name: `${cli.envPrefix}_MAX_OUTPUT_BYTES`, description: 'Largest answer; 0 for no limit' },
    ...[...own].map(([name, description]) => ({ name, description })),
  ]
}

function keyOf(path: readonly string[]): string {
  return path.join('.')
}
