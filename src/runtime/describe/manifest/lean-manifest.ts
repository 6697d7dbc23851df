import type { JsonObject } from '../../../contract/index.ts'
import { setMember } from '../../../internal/json/json-members.ts'
import { shortEtag } from '../../result/paging/etag.ts'
import type { ExitNumbers } from './exit-entries.ts'
import { leanFlagEntry } from './flag-entry.ts'
import { commonEntries, ownExits, ownOptions } from './lean-schema.ts'
import type { Manifest } from './manifest.ts'
import { contains, type ManifestPart } from './manifest-part.ts'
import type { CliModel, CommandModel, GroupModel, ParameterModel } from './model.ts'

type Entries = Readonly<Record<string, JsonObject>>
type Placed = { readonly path: readonly string[] }

/** The version of the lean shape. */
const LEAN_VERSION = '1.1'

/**
 * Builds the lean manifest: options and exits of every command are at the root, a command lists its own,
 * and no member is empty. Built-in commands are only named, unless the part is about them.
 */
export function buildLeanManifest(
  cli: CliModel,
  numbers: ExitNumbers,
  part: ManifestPart = {},
): Manifest {
  const commands: Record<string, JsonObject> = {}
  const common = commonEntries(cli, numbers)
  const describe = (command: CommandModel) =>
    commandEntry(command, ownOptions(cli, command), ownExits(cli, command, numbers, common))
  for (const [key, entry] of entriesOf(cli, part, describe)) setMember(commands, key, entry)
  const body = { ...(part.path === undefined && sharedMembers(cli, common, part)), commands }
  return {
    schema_version: LEAN_VERSION,
    framework_version: cli.version,
    name: cli.name,
    etag: shortEtag(body),
    ...body,
  }
}

/** Describes what every command takes and how every command may end. */
function sharedMembers(cli: CliModel, common: Entries, part: ManifestPart): JsonObject {
  // Exit 0 is success for every command; only words of its own are worth listing.
  const { 0: _success, ...exits } = common
  return {
    flags: Object.fromEntries([
      ...cli.globals.map((option) => [option.name, leanFlagEntry(option)] as const),
      ...cli.frameworkOptions.map((option) => [option.name, frameworkEntry(option)] as const),
    ]),
    exit_codes: exits,
    builtins: builtinDangers(cli, part),
  }
}

/** Names the built-in commands that have something to work on in this tool, each with its danger. */
function builtinDangers(cli: CliModel, part: ManifestPart): JsonObject {
  const idle = idleBuiltins(cli)
  return Object.fromEntries(
    (cli.builtins ?? [])
      .filter((each) => contains(part, each) && !idle.includes(each.path[0]!))
      .map((builtin) => [keyOf(builtin), builtin.danger]),
  )
}

/** Describes an option of the framework; its limits are plain from its description. */
function frameworkEntry({ name, schema, required }: ParameterModel): JsonObject {
  const { minimum: _minimum, ...rest } = schema
  return leanFlagEntry({ name, schema: rest, required })
}

function entriesOf(
  cli: CliModel,
  part: ManifestPart,
  describe: (command: CommandModel) => JsonObject,
): readonly (readonly [string, JsonObject])[] {
  const isKept = (each: Placed) => contains(part, each)
  return [
    ...cli.groups
      .filter(isKept)
      .map((group) => [keyOf(group), groupEntry(cli, group, part)] as const),
    ...cli.commands
      .filter((command) => isKept(command) && !command.isHidden)
      .map((command) => [keyOf(command) || cli.name, describe(command)] as const),
  ].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function keyOf({ path }: Placed): string {
  return path.join('.')
}

/** Names the built-in commands that have nothing to work on in this tool. */
function idleBuiltins({ commands }: CliModel): readonly string[] {
  const hasJobs = commands.some(({ facts }) => facts.async)
  const hasScopes = commands.some(({ facts }) => facts.required_scopes.length > 0)
  return [...(hasJobs ? [] : ['job']), ...(hasScopes ? [] : ['check-permissions'])]
}

function commandEntry(command: CommandModel, flags: Entries, exits: Entries): JsonObject {
  const { description, aliases, args, danger, facts, examples, isBuiltin } = command
  const output = command.outputSchema as JsonObject | undefined
  return {
    description,
    ...(aliases.length > 0 && { aliases }),
    danger_level: danger,
    ...(facts.safe_default && { safe_default: true }),
    ...(facts.confirm_flag !== undefined && { confirm_flag: facts.confirm_flag }),
    ...(facts.requires_person && { requires_person: true }),
    ...(facts.supports_streaming && { supports_streaming: true }),
    ...(args.length > 0 && { arguments: args.map(({ name }) => name) }),
    ...(Object.keys(flags).length > 0 && { flags }),
    ...(Object.keys(exits).length > 0 && { exit_codes: exits }),
    ...(output !== undefined && { output_schema: output }),
    ...(examples.length > 0 && {
      examples: examples.map((example) => ({
        description: example.description,
        command: example.command,
      })),
    }),
    ...(isBuiltin && { builtin: true }),
  }
}

function groupEntry(cli: CliModel, group: GroupModel, part: ManifestPart): JsonObject {
  const isBelow = ({ path }: Placed) =>
    path.length > group.path.length && group.path.every((word, at) => word === path[at])
  const commands = cli.commands.filter((command) => !command.isHidden && isBelow(command))
  const isCut = (each: Placed) =>
    each.path.length === group.path.length + 1 && !contains(part, each)
  const cut = [...cli.groups.filter(isBelow), ...commands].filter(isCut)
  return {
    description: group.description,
    ...(group.aliases.length > 0 && { aliases: group.aliases }),
    // A group without a command only shows its help.
    danger_level: 'safe',
    // The keys of the listed commands say where they belong.
    ...(cut.length > 0 && { subcommands: cut.map(keyOf).toSorted() }),
    ...(commands.length > 0 && commands.every(({ isBuiltin }) => isBuiltin) && { builtin: true }),
  }
}
