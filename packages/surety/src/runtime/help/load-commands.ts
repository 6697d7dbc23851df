import type { Cli } from '../declare/cli.ts'
import { isCommand, type Command } from '../declare/command.ts'
import { unfitInCommand } from '../declare/guard.ts'
import { groupOf, loadMember, type TreeNode, walkTree } from '../declare/command-tree.ts'
import type { Members } from '../declare/types/member-tree.ts'
import { describeThrown } from '../run/errors/describe-error.ts'

export interface Loaded {
  readonly path: readonly string[]
  readonly command: Command
  readonly isBuiltin: boolean
}

/**
 * Loads every command for listings, or those below a path, and reports those that cannot be loaded: one must not hide all
 * others.
 */
export async function loadAll(
  cli: Cli,
  builtins: Members,
  report: (problem: string) => void,
  below: readonly string[] = [],
): Promise<readonly Loaded[]> {
  const own = cli.declaration.commands
  const isBuiltin = (name: string) => !Object.hasOwn(own, name)
  // A group that is not loaded yet may hold what is asked for.
  const isAsked = (node: TreeNode) =>
    isLeaf(node) && node.path.every((word, at) => below[at] === undefined || below[at] === word)
  const load = async ({
    path,
    member,
    isBuiltin: builtin,
  }: TreeNode): Promise<readonly Loaded[]> => {
    try {
      const loaded = await loadMember(path, member)
      if (!isCommand(loaded)) {
        const inside = [...walkTree(loaded.commands, () => builtin, path)]
        return (await Promise.all(inside.filter(isAsked).map(load))).flat()
      }
      if (!builtin && unfitInCommand(loaded) !== null)
        throw (await import('../declare/wrong-declaration.ts')).memberFault(cli, loaded, path)
      return [{ path, isBuiltin: builtin, command: loaded }]
    } catch (error) {
      report(`The command '${path.join(' ')}' cannot be loaded: ${describeThrown(error)}`)
      return []
    }
  }
  const nodes = [...walkTree({ ...builtins, ...own }, isBuiltin)].filter(isAsked)
  const root = cli.root ? [{ path: [], member: cli.root, isBuiltin: false }] : []
  return (await Promise.all([...root, ...nodes].map(load))).flat()
}

function isLeaf({ member }: TreeNode): boolean {
  return groupOf(member) === null
}
