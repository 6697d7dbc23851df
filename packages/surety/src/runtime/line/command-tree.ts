import { defect } from '../../contract/index.ts'
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

export function findMember(
  members: Members,
  label: string,
): { name: string; member: Member } | null {
  if (Object.hasOwn(members, label)) return { name: label, member: members[label]! }
  for (const [name, member] of Object.entries(members)) {
    if ([factsOf(member).aliases ?? []].flat().includes(label)) return { name, member }
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

export interface TreeNode {
  readonly path: readonly string[]
  readonly member: Member
  readonly isBuiltin: boolean
}

/** Lists the members and everything below them; a group comes before its own members. */
export function* walkTree(
  members: Members,
  isBuiltin: (name: string) => boolean = () => false,
  above: readonly string[] = [],
): Generator<TreeNode> {
  for (const [name, member] of Object.entries(members)) {
    const path = [...above, name]
    const builtin = isBuiltin(path[0]!)
    yield { path, member, isBuiltin: builtin }
    const group = groupOf(member)
    if (group) yield* walkTree(group.commands, isBuiltin, path)
  }
}
