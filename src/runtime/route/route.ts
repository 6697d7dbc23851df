import type { Cli, RedirectDeclaration } from '../declare/cli.ts'
import {
  commandOf,
  factsOf,
  groupOf,
  type GroupDeclaration,
  type Member,
  type Members,
} from '../declare/groups/group.ts'
import { findMember } from './command-tree.ts'

/** The target of an argv: a command, a group, a redirect or nothing known. */
export type Route =
  | {
      readonly kind: 'command'
      readonly path: readonly string[]
      /** A command, or a lazy member that may turn out to be a group. */
      readonly member: Member
      readonly isBuiltin: boolean
      /** The tokens outside the path: options before and between its names, and all that follow it. */
      readonly rest: readonly string[]
    }
  | {
      readonly kind: 'group'
      readonly path: readonly string[]
      readonly group: GroupDeclaration | null
      readonly rest: readonly string[]
    }
  | {
      readonly kind: 'redirect'
      readonly from: string
      readonly redirect: RedirectDeclaration
      readonly rest: readonly string[]
    }
  | {
      readonly kind: 'unknown'
      readonly path: readonly string[]
      readonly word: string
      readonly siblings: readonly string[]
      readonly rest: readonly string[]
    }

/** The input of routing besides the tool itself. */
export interface RouteFacts {
  readonly builtins: Members
  /** Whether an option before the command takes the next token as its value. */
  readonly takesValue: (flag: string) => boolean
}

/** Finds the command that an argv names; options may precede the names of its path. */
export function route(cli: Cli, argv: readonly string[], facts: RouteFacts): Route {
  const { declaration } = cli
  const flags: string[] = []
  const path: string[] = []
  let members: Members = declaration.commands
  let group: GroupDeclaration | null = null
  let isBuiltin = false
  let at = 0
  for (; at < argv.length; at += 1) {
    const word = argv[at]!
    if (word === '--') break
    if (word.startsWith('-') && word.length > 1) {
      flags.push(word)
      if (facts.takesValue(word) && at + 1 < argv.length) flags.push(argv[(at += 1)]!)
      continue
    }
    const moved = path.length === 0 ? findRedirect(declaration.redirects, argv, at) : null
    if (moved) return { ...moved, kind: 'redirect', rest: [...flags, ...argv.slice(moved.end)] }
    const own = findMember(members, word)
    const found = own ?? (path.length === 0 ? findMember(facts.builtins, word) : null)
    if (!found) break
    if (!own) isBuiltin = true
    path.push(found.name)
    const inner = groupOf(found.member)
    if (!inner) {
      const rest = [...flags, ...argv.slice(at + 1)]
      return { kind: 'command', path, member: found.member, isBuiltin, rest }
    }
    group = inner
    members = inner.commands
  }
  return routeAtGroup(cli, group, members, path, flags, argv.slice(at))
}

function routeAtGroup(
  cli: Cli,
  group: GroupDeclaration | null,
  members: Members,
  path: readonly string[],
  flags: readonly string[],
  left: readonly string[],
): Route {
  const rest = [...flags, ...left]
  const fallback = (group ?? cli.declaration).default
  const own = path.length === 0 ? ['--help', '-h', '--version', '-V', '--llms'] : ['--help', '-h']
  const asksForHelp = flags.some((flag) => own.includes(flag))
  const word = left.find((token) => token !== '--')
  if (cli.root && path.length === 0 && !asksForHelp)
    return { kind: 'command', path, member: cli.root, isBuiltin: false, rest }
  if (fallback !== undefined && !asksForHelp) {
    const member = members[fallback]
    const command = commandOf(member)
    // If the default command takes no arguments, the word must be a mistyped command.
    const acceptsWord = word === undefined || !command || command.declaration.args !== undefined
    if (member && !groupOf(member) && acceptsWord) {
      return { kind: 'command', path: [...path, fallback], member, isBuiltin: false, rest }
    }
  }
  if (word !== undefined) {
    const siblings = Object.keys(members).filter((name) => !factsOf(members[name]!).hidden)
    return { kind: 'unknown', path, word, siblings, rest: left.slice(1) }
  }
  return { kind: 'group', path, group, rest }
}

/** Finds the longest redirected path that the argv has at an index. */
function findRedirect(
  redirects: Readonly<Record<string, RedirectDeclaration>> | undefined,
  argv: readonly string[],
  at: number,
): { from: string; redirect: RedirectDeclaration; end: number } | null {
  if (!redirects) return null
  let best: { from: string; redirect: RedirectDeclaration; end: number } | null = null
  for (const [from, redirect] of Object.entries(redirects)) {
    const words = from.trim().split(/\s+/)
    const matches = words.every((word, index) => argv[at + index] === word)
    if (matches && (!best || at + words.length > best.end))
      best = { from, redirect, end: at + words.length }
  }
  return best
}
