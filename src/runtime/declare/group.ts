import { defect } from '../../contract/index.ts'
import { isCommand, type Command } from './command.ts'

/** A command that is loaded when it is called; until then only these members are known. */
export interface LazyCommand {
  readonly description: string
  readonly aliases?: readonly string[]
  readonly hidden?: boolean
  /** Imports the module; it exports the command as `command` or as default. */
  readonly load: () => Promise<unknown>
}

/** A command or a group inside a group. */
export type Member = Command | LazyCommand | Group

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
 * Declares a group of commands.
 *
 * @example
 * ```ts
 * import { defineGroup } from 'surety'
 *
 * const user = defineGroup({
 *   description: 'Users and their keys',
 *   commands: { add: { description: 'Adds a user', load: () => import('./user-add.js') } },
 * })
 * ```
 */
export function defineGroup(declaration: GroupDeclaration): Group {
  checkMembers('group', declaration)
  return Object.freeze({ ...declaration, kind: 'group' })
}

/** Tests whether a member is a group. */
export function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && (value as Group).kind === 'group'
}

/** Checks the names and values of a group's members. */
export function checkMembers(where: string, declaration: GroupDeclaration): void {
  const { commands } = declaration
  if (typeof commands !== 'object' || commands === null) {
    throw defect('COMMANDS_MISSING', `${where} '${declaration.description}' has no commands`)
  }
  const seen = new Set<string>()
  for (const [name, member] of Object.entries(commands)) {
    if (!isCommand(member) && !isGroup(member) && typeof member?.load !== 'function') {
      throw defect(
        'MEMBER_INVALID',
        `${where} member '${name}' must come from defineCommand() or defineGroup(), or have load()`,
      )
    }
    for (const label of [name, ...aliasesOf(member)]) {
      if (!/^[a-z0-9][a-zA-Z0-9_-]*$/.test(label)) {
        throw defect(
          'NAME_INVALID',
          `'${label}' is not a valid command name; use letters, digits, - and _`,
        )
      }
      if (seen.has(label)) throw defect('NAME_TAKEN', `${where} has two commands named '${label}'`)
      seen.add(label)
    }
  }
  if (declaration.default !== undefined && !Object.hasOwn(commands, declaration.default)) {
    throw defect(
      'DEFAULT_UNKNOWN',
      `${where} has the default '${declaration.default}', which is not one of its commands`,
    )
  }
}

/** Returns the aliases of a member. */
export function aliasesOf(member: Member): readonly string[] {
  return (isCommand(member) ? member.declaration.aliases : member.aliases) ?? []
}

/** Tests whether a member is left out of listings and suggestions. */
export function isHidden(member: Member): boolean {
  return (isCommand(member) ? member.declaration.hidden : member.hidden) === true
}

/** Returns the description of a member without loading it. */
export function descriptionOf(member: Member): string {
  return isCommand(member) ? member.declaration.description : member.description
}
