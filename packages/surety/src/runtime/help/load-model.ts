import type { Cli } from '../declare/cli.ts'
import { frameworkFlags, particularFlags } from '../declare/framework-flags.ts'
import { factsOf, groupOf, walkTree } from '../declare/command-tree.ts'
import type { Members } from '../declare/types/member-tree.ts'
import { loadAll, type Loaded } from './load-commands.ts'
import { reportIds } from './manifest/contract-1.16.ts'
import { commandModel, parameters, toolModel, type CommandModel, type ToolModel } from './model.ts'

/** Loads every command, or those below a path, and describes the tool as data. */
export async function modelOf(
  cli: Cli,
  builtins: Members,
  report: (problem: string) => void,
  form: ManifestForm = '1.6',
  below?: readonly string[],
): Promise<ToolModel> {
  const loaded = await loadAll(cli, builtins, report, below)
  const { nodes, isShown } = shownIn({ ...builtins, ...cli.declaration.commands })
  const groups = nodes.filter(({ member, path }) => groupOf(member) && isShown(path))
  const commands = loaded.map((each) => describeLoaded(cli, each, form, !isShown(each.path)))
  if (form === '1.16') commands.forEach((command) => reportIds(command, report))
  return {
    ...toolModel(cli),
    commands,
    frameworkOptions: parameters(frameworkFlags(cli, {})),
    groups: groups.map(({ path, member }) => ({
      path,
      description: factsOf(member).description ?? '',
      aliases: factsOf(member).aliases ?? [],
    })),
  }
}

/** Describes a command with its flags; in the short form it has those that other commands lack. */
export function describeLoaded(
  cli: Cli,
  loaded: Loaded,
  form: ManifestForm = '1.6',
  isHidden = false,
): CommandModel {
  const flags = form === 'short' ? particularFlags : frameworkFlags
  return commandModel(cli, loaded, flags(cli, loaded.command.declaration), isHidden)
}

/** Lists a tree, and tests what is shown of it: what is below a hidden group is hidden as well. */
export function shownIn(members: Members) {
  const nodes = [...walkTree(members)]
  const hidden = nodes.filter(({ member }) => factsOf(member).hidden === true)
  const isShown = (path: readonly string[]): boolean =>
    !hidden.some((above) => contains(above, { path }))
  return { nodes, isShown }
}

/** Lists the commands of the author that are shown, or those of a part. */
export function ownCommands(
  { commands }: ToolModel,
  part: ManifestPart = {},
): readonly CommandModel[] {
  return commands.filter((each) => !each.isBuiltin && !each.isHidden && contains(part, each))
}

/** The forms of the manifest: two dialects have one each, all else has the short one. */
export type ManifestForm = 'short' | '1.6' | '1.16'

export interface ManifestPart {
  /** Only this command, or everything below this group. */
  readonly path?: readonly string[]
  /** Only commands of at most this many words. */
  readonly depth?: number
}

export function contains(
  { path = [], depth = Number.POSITIVE_INFINITY }: ManifestPart,
  each: { readonly path: readonly string[] },
): boolean {
  return each.path.length <= depth && path.every((word, at) => word === each.path[at])
}
