import { defineCommand, isCommand, type Command } from './command.ts'
import type { CommandDeclaration } from './command-declaration.ts'

/** A command or a group that is loaded when it is called; until then only these members are known. */
export interface LazyMember {
  readonly description: string
  readonly aliases?: readonly string[]
  readonly hidden?: boolean
  /** Imports the module; it exports the member as `command`, as `group` or as default. */
  readonly load: () => Promise<unknown>
}

/** A command or a group inside a group, made by `defineCommand()` or `defineGroup()` or as a plain object. */
export type Member = Command | CommandDeclaration | LazyMember | GroupDeclaration

/** The members of a group by name. */
export type Members = Readonly<Record<string, Member>>

/** The declaration of a group. */
export interface GroupDeclaration {
  readonly description: string
  readonly commands: Members
  readonly aliases?: readonly string[]
  readonly hidden?: boolean
  /** The member that runs when the call names none. */
  readonly default?: string
}

/** Commands under one name; groups nest. */
export interface Group extends GroupDeclaration {
  readonly kind: 'group'
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
export function defineGroup(declaration: GroupDeclaration): Group {
  return Object.freeze({ ...declaration, kind: 'group' })
}

/** Groups that were loaded, by what loads them. */
const loadedGroups = new WeakMap<object, GroupDeclaration>()

/** Remembers the group that a lazy member turned out to be. */
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
