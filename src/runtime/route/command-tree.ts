import { defect } from '../../contract/index.ts'
import { checkedOf } from '../declare/check/check-command.ts'
import type { Cli } from '../declare/cli.ts'
import { isCommand, type Command } from '../declare/command.ts'
import {
  commandOf,
  factsOf,
  groupOf,
  rememberGroup,
  type GroupDeclaration,
  type LazyMember,
  type Member,
  type Members,
} from '../declare/groups/group.ts'
import { describeThrown } from '../run/errors/describe-error.ts'

export function findMember(
  members: Members,
  label: string,
): { name: string; member: Member } | null {
  if (Object.hasOwn(members, label)) return { name: label, member: members[label]! }
  for (const [name, member] of Object.entries(members)) {
    if (factsOf(member).aliases?.includes(label)) return { name, member }
  }
  return null
}

/** Loads a member; the module of a lazy one exports it as `command`, as `group` or as default. */
export async function loadMember(
  path: readonly string[],
  member: Member,
): Promise<Command | GroupDeclaration> {
  const own = commandOf(member) ?? groupOf(member)
  if (own) return own
  const { load } = member as LazyMember
  if (typeof load !== 'function') throw unusable(path, 'is no command', 'give it run() or load()')
  const module = (await load()) as Record<'command' | 'group' | 'default', unknown> | null
  for (const found of [module, module?.command, module?.group, module?.default]) {
    const loaded = commandOf(found) ?? groupOf(found)
    if (loaded && !isCommand(loaded)) rememberGroup(member as LazyMember, loaded)
    if (loaded) return loaded
  }
  throw unusable(path, 'exports no command', "export it as 'command', 'group' or default")
}

export async function loadCommand(path: readonly string[], member: Member): Promise<Command> {
  const loaded = await loadMember(path, member)
  if (isCommand(loaded)) return loaded
  throw unusable(path, 'is a group', 'name one of its commands')
}

function unusable(path: readonly string[], problem: string, fix: string): Error {
  return defect('LOAD_INVALID', `the module of '${path.join(' ')}' ${problem}; ${fix}`)
}

export interface Node {
  readonly path: readonly string[]
  readonly member: Member
  readonly isBuiltin: boolean
}

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

/** Loads every command for listings, and reports those that cannot be loaded: one must not hide all others. */
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
