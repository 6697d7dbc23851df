import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import { isGroup, type Group, type Member, type Members } from '../declare/group.ts'
import { describeThrown } from '../run/describe-error.ts'
import { loadCommand } from './command-tree.ts'

/** A member of the tree with its path. */
export interface Node {
  /** The names from the root: `['user', 'add']`. */
  readonly path: readonly string[]
  readonly member: Member
  readonly isBuiltin: boolean
}

/** A loaded command with its path. */
export interface Loaded {
  readonly path: readonly string[]
  readonly command: Command
  readonly isBuiltin: boolean
}

/** Lists the members and everything below them; a group comes before its own members. */
export function* walkTree(
  members: Members,
  isBuiltin: (name: string) => boolean = () => false,
  above: readonly string[] = [],
): Generator<Node> {
  for (const [name, member] of Object.entries(members)) {
    const path = [...above, name]
    const builtin = isBuiltin(path[0]!)
    yield { path, member, isBuiltin: builtin }
    if (isGroup(member)) yield* walkTree(member.commands, isBuiltin, path)
  }
}

/**
 * Loads every command of a tool, for the manifest and other listings. Leaves out commands that cannot be
 * loaded and reports them, because one broken module must not hide all other commands.
 */
export async function loadAll(
  cli: Cli,
  builtins: Members,
  report: (problem: string) => void,
): Promise<readonly Loaded[]> {
  const own = cli.declaration.commands
  const nodes = [...walkTree({ ...builtins, ...own }, (name) => !Object.hasOwn(own, name))]
  const leaves = nodes.filter(
    (node): node is Node & { member: Exclude<Member, Group> } => !isGroup(node.member),
  )
  const loaded = await Promise.all(
    leaves.map(async ({ path, member, isBuiltin }) => {
      try {
        return [{ path, isBuiltin, command: await loadCommand(path, member) }]
      } catch (error) {
        report(`The command '${path.join(' ')}' cannot be loaded: ${describeThrown(error)}`)
        return []
      }
    }),
  )
  return loaded.flat()
}
