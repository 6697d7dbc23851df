import { defineCommand, isCommand, type Command } from '../command.ts'
import type { CommandDeclaration } from '../command-declaration.ts'
import type {
  GroupDeclaration,
  LazyMember,
  Member,
  MemberTree,
  SomeGroup,
  TreeSignature,
} from './member-tree.ts'

export type { GroupDeclaration, LazyMember, Member, Members } from './member-tree.ts'

/** Commands under one name; groups nest. */
export interface Group<Signature = unknown> extends SomeGroup {
  readonly kind: 'group'
  /** For the type checker only: what callers of its commands give and get. */
  readonly signature?: Signature
}

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
  Shared,
  const Levels,
>(
  declaration: Omit<GroupDeclaration, 'commands'> & {
    readonly commands: MemberTree<T, Args, Options, Env, Output, Errors, Shared, Levels>
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
  return isCommand(member) ? member.declaration : member
}
