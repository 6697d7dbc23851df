import type { JsonObject } from '../../../contract/index.ts'
import { setMember } from '../../../internal/json/json-members.ts'
import { computeEtag } from '../../result/paging/etag.ts'
import { exitEntries, type ExitNumbers } from './exit-entries.ts'
import { flagEntries } from './flag-entry.ts'
import type { CliModel, CommandModel, GroupModel } from './model.ts'

/** The version of the manifest's shape. */
export const MANIFEST_SCHEMA_VERSION = '1.0'

const STANDARD_FORMATS = new Set(['json', 'jsonl', 'tsv', 'plain'])

/** The whole command tree in one document, as the contract's schema defines it. */
export interface Manifest extends JsonObject {
  readonly schema_version: string
  readonly framework_version: string
  readonly etag: string
  readonly commands: Readonly<Record<string, JsonObject>>
}

/**
 * Builds the manifest. Facts without a member in it are in the `--schema` answer of each command. The
 * etag depends only on the commands.
 */
export async function buildManifest(cli: CliModel, numbers: ExitNumbers): Promise<Manifest> {
  const commands = manifestCommands(cli, numbers)
  return {
    schema_version: MANIFEST_SCHEMA_VERSION,
    framework_version: cli.version,
    etag: await computeEtag(commands),
    commands,
  }
}

function manifestCommands(
  cli: CliModel,
  numbers: ExitNumbers,
): Readonly<Record<string, JsonObject>> {
  const visible = cli.commands.filter((command) => !command.isHidden)
  const entries = [
    ...cli.groups.map(
      (group) => [keyOf(group.path), groupEntry(cli, group, visible, numbers)] as const,
    ),
    ...visible.map(
      (command) => [keyOf(command.path) || cli.name, commandEntry(cli, command, numbers)] as const,
    ),
  ].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const commands: Record<string, JsonObject> = {}
  for (const [key, entry] of entries) setMember(commands, key, entry)
  return commands
}

function commandEntry(cli: CliModel, command: CommandModel, numbers: ExitNumbers): JsonObject {
  const formats = cli.outputFormats.filter(
    (format) => !STANDARD_FORMATS.has(format) && (cli.formatNames[format] ?? format) !== 'yaml',
  )
  const output = command.outputSchema as JsonObject | undefined
  return {
    description: command.description,
    ...(command.aliases.length > 0 && { aliases: command.aliases }),
    danger_level: command.danger,
    ...(command.facts.safe_default && { safe_default: true }),
    flags: withoutYaml(flagEntries(command)),
    exit_codes: exitEntries({ ...command, ownCodes: cli.ownCodes }, numbers),
    ...(output !== undefined && { output_schema: output }),
    ...(formats.length > 0 && { output_formats: formats }),
    ...(command.examples.length > 0 && {
      examples: command.examples.map(({ description, command: line }) => ({
        description,
        command: line,
      })),
    }),
  }
}

/** The contract has YAML for input alone. */
function withoutYaml(flags: ReturnType<typeof flagEntries>): ReturnType<typeof flagEntries> {
  const { output } = flags
  const values = output?.['enum_values']
  if (!output || !Array.isArray(values)) return flags
  return { ...flags, output: { ...output, enum_values: values.filter((one) => one !== 'yaml') } }
}

function groupEntry(
  cli: CliModel,
  group: GroupModel,
  visible: readonly CommandModel[],
  numbers: ExitNumbers,
): JsonObject {
  const isChild = ({ path }: { readonly path: readonly string[] }) =>
    path.length === group.path.length + 1 && group.path.every((word, at) => word === path[at])
  const children = [...cli.groups.filter(isChild), ...visible.filter(isChild)].map(({ path }) =>
    keyOf(path),
  )
  return {
    description: group.description,
    ...(group.aliases.length > 0 && { aliases: group.aliases }),
    // A group without a command only shows its help.
    danger_level: 'safe',
    flags: {},
    exit_codes: exitEntries({ exits: GROUP_EXITS, errors: [], ownCodes: cli.ownCodes }, numbers),
    subcommands: children.toSorted(),
  }
}

const GROUP_EXITS = [
  {
    name: 'SUCCESS',
    description: 'The help of the group was shown',
    retryable: false,
    side_effects: 'complete',
  },
  {
    name: 'ARG_ERROR',
    description: 'The group has no such command',
    retryable: false,
    side_effects: 'none',
  },
] as const

function keyOf(path: readonly string[]): string {
  return path.join('.')
}
