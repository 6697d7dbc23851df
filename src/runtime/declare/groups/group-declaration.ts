import type { Command } from '../command.ts'
import type { CommandDeclaration } from '../command-declaration.ts'

/** A command or a group that is loaded when it is called; until then only these members are known. */
export interface LazyMember {
  readonly description: string
  readonly aliases?: readonly string[]
  readonly hidden?: boolean
  /** Imports the module; it exports the member as `command`, as `group` or as default. */
  readonly load: () => Promise<unknown>
}

/** A command or a group inside a group, made by `defineCommand()` or `defineGroup()` or as a plain object. */
export type Member = Command | CommandDeclaration | LazyMember | SomeGroup

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

/** A group whose commands are only read by `groupOf()`, so that it fits among members of any types. */
export interface SomeGroup extends Omit<GroupDeclaration, 'commands'> {
  readonly commands: never
}
