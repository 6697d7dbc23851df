import { defect } from '../../contract/index.ts'
import { isCommand, type Command } from '../declare/command.ts'
import { aliasesOf, type LazyCommand, type Member, type Members } from '../declare/group.ts'

/** Finds a member by name or alias. */
export function findMember(
  members: Members,
  label: string,
): { name: string; member: Member } | null {
  if (Object.hasOwn(members, label)) return { name: label, member: members[label]! }
  for (const [name, member] of Object.entries(members)) {
    if (aliasesOf(member).includes(label)) return { name, member }
  }
  return null
}

/** Loads a lazy command; the module exports it as `command` or as default. */
export async function loadCommand(
  path: readonly string[],
  member: Command | LazyCommand,
): Promise<Command> {
  if (isCommand(member)) return member
  const module = (await member.load()) as { readonly command?: unknown; readonly default?: unknown }
  const found = isCommand(module) ? module : (module?.command ?? module?.default)
  if (isCommand(found)) return found
  throw defect(
    'LOAD_INVALID',
    `the module of '${path.join(' ')}' exports no command; export it as 'command' or as default`,
  )
}
