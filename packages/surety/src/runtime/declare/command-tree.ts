import { defect } from '../../contract/index.ts'
import { defineCommand, isCommand, type Command } from './command.ts'
import type { CommandDeclaration } from './types/command-declaration.ts'
import type {
  Group,
  GroupDeclaration,
  LazyMember,
  Member,
  Members,
  MemberTree,
  TreeSignature,
} from './types/member-tree.ts'

/**
 * Declares a group of commands, for a file of its own; inside `commands` a plain object does as well.
 *
 * @example
 * ```ts
 * import { defineGroup } from 'surety'
 *
 * export const group = defineGroup({
 *   description: 'Users and their keys',
 *   commands: { add: { description: 'Adds a user', load: () => import('./user-add.js') } },
 * })
 * ```
 */
export function defineGroup<
  const T,
  const Args,
  const Options,
  const Env,
  Output,
  const Errors,
  const Levels,
>(
  declaration: Omit<GroupDeclaration, 'commands'> & {
    readonly commands: MemberTree<T, Args, Options, Env, Output, Errors, Levels>
  },
): Group<TreeSignature<T, Args, Options, Output, Errors>>
export function defineGroup(declaration: object): Group {
  return Object.freeze({ ...declaration, kind: 'group' }) as Group
}

/** Groups that were loaded, by what loads them. */
const loadedGroups = new WeakMap<object, GroupDeclaration>()

export function rememberGroup(member: LazyMember, group: GroupDeclaration): void {
  loadedGroups.set(member, group)
}

/** Returns the group that a member is; null for a command, and for a lazy member until it is loaded. */
export function groupOf(member: unknown): GroupDeclaration | null {
  if (typeof member !== 'object' || member === null) return null
  if (typeof (member as GroupDeclaration).commands === 'object') return member as GroupDeclaration
  return loadedGroups.get(member) ?? null
}

/** Commands made from plain declarations, so that each is one value. */
const made = new WeakMap<object, Command>()

/** Returns the command that a member is; null for groups and for lazy members. */
export function commandOf(member: unknown): Command | null {
  if (isCommand(member)) return member
  if (typeof (member as CommandDeclaration | null)?.run !== 'function') return null
  const declaration = member as CommandDeclaration
  const command = made.get(declaration) ?? defineCommand(declaration)
  made.set(declaration, command)
  return command
}

/** Returns what a member says about itself without being loaded. */
export function factsOf(member: Member): Partial<CommandDeclaration> & Partial<LazyMember> {
  if (isCommand(member)) return member.declaration
  // Authors without types may put anything there.
  return typeof member === 'object' && member !== null ? member : {}
}

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
