import { defect } from '../../contract/index.ts'
import type { Cli } from '../declare/cli.ts'
import { isCommand, type Command } from '../declare/command.ts'
import {
  aliasesOf,
  isGroup,
  type Group,
  type LazyCommand,
  type Member,
  type Members,
} from '../declare/group.ts'

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
    if (isGroup(member)) yield* walkTree(member.commands, isBuiltin, path)
  }
}

/** Loads every command of a tool, for the manifest and other listings. */
export async function loadAll(cli: Cli, builtins: Members): Promise<readonly Loaded[]> {
  const own = cli.declaration.commands
  const nodes = [...walkTree({ ...builtins, ...own }, (name) => !Object.hasOwn(own, name))]
  const leaves = nodes.filter(
    (node): node is Node & { member: Exclude<Member, Group> } => !isGroup(node.member),
  )
  return Promise.all(
    leaves.map(async ({ path, member, isBuiltin }) => ({
      path,
      isBuiltin,
      command: await loadCommand(path, member),
    })),
  )
}
