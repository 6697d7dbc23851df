import type { Cli } from '../declare/cli.ts'
import { isCommand, type Command } from '../declare/command.ts'
import { checkedOf } from '../declare/check/check-command.ts'
import { groupOf, type Member, type Members } from '../declare/groups/group.ts'
import { describeThrown } from '../run/errors/describe-error.ts'
import { loadMember } from './command-tree.ts'

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
    const group = groupOf(member)
    if (group) yield* walkTree(group.commands, isBuiltin, path)
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
  const isBuiltin = (name: string) => !Object.hasOwn(own, name)
  const load = async ({ path, member, isBuiltin: builtin }: Node): Promise<readonly Loaded[]> => {
    try {
      const loaded = await loadMember(path, member)
      if (!isCommand(loaded)) {
        const below = [...walkTree(loaded.commands, () => builtin, path)]
        return (await Promise.all(below.filter(isLeaf).map(load))).flat()
      }
      checkedOf(builtin ? null : cli, loaded, path)
      return [{ path, isBuiltin: builtin, command: loaded }]
    } catch (error) {
      report(`The command '${path.join(' ')}' cannot be loaded: ${describeThrown(error)}`)
      return []
    }
  }
  const nodes = [...walkTree({ ...builtins, ...own }, isBuiltin)].filter(isLeaf)
  const root = cli.root ? [{ path: [], member: cli.root, isBuiltin: false }] : []
  return (await Promise.all([...root, ...nodes].map(load))).flat()
}

function isLeaf({ member }: Node): boolean {
  return groupOf(member) === null
}
