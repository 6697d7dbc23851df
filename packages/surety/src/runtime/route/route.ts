import type { Cli } from '../declare/cli.ts'
import type { RedirectDeclaration } from '../declare/types/cli-declaration.ts'
import {
  commandOf,
  factsOf,
  groupOf,
  type GroupDeclaration,
  type Member,
  type Members,
} from '../declare/groups/group.ts'
import { hasFlag, type CommandLine } from '../run/command-line.ts'
import { findMember } from './command-tree.ts'

/** The target of an argv: a command, a group, a redirect or nothing known; `rest` is what is outside of its path. */
export type Route = { readonly rest: readonly string[] } & (
  | {
      readonly kind: 'command'
      readonly path: readonly string[]
      /** A command, or a lazy member that may turn out to be a group. */
      readonly member: Member
      readonly isBuiltin: boolean
      /** The place of the last name of the path; -1 if the line does not name the command. */
      readonly at: number
    }
  | {
      readonly kind: 'group'
      readonly path: readonly string[]
      readonly group: GroupDeclaration | null
    }
  | {
      readonly kind: 'redirect'
      readonly from: string
      readonly redirect: RedirectDeclaration
    }
  | {
      readonly kind: 'unknown'
      readonly path: readonly string[]
      readonly word: string
      readonly siblings: readonly string[]
    }
)

/** Finds the command that a line names; options may precede the names of its path. */
export function route(cli: Cli, line: CommandLine, builtins: Members = {}): Route {
  const { declaration } = cli
  const { argv, words, end } = line
  const path: string[] = []
  const used = new Set<number>()
  const rest = () => outside(line, used)
  let members: Members = declaration.commands
  let group: GroupDeclaration | null = null
  let isBuiltin = false
  for (const { text, at } of words) {
    const { redirects } = declaration
    const moved = redirects && path.length === 0 && findRedirect(redirects, argv, at)
    if (moved)
      return { ...moved, kind: 'redirect', rest: [...argv.slice(0, at), ...argv.slice(moved.end)] }
    const own = findMember(members, text)
    const found = own ?? (path.length === 0 ? findMember(builtins, text) : null)
    if (!found) return routeAtGroup(cli, { group, members, path, line, at, rest: rest() })
    if (!own) isBuiltin = true
    path.push(found.name)
    used.add(at)
    const inner = groupOf(found.member)
    if (!inner) return { kind: 'command', path, member: found.member, isBuiltin, at, rest: rest() }
    group = inner
    members = inner.commands
  }
  const [, name = '', ...operands] = argv.slice(end)
  const isNamed = findMember(members, name) ?? (path.length === 0 && findMember(builtins, name))
  // Behind -- no word is an option, but the first one may still be a command: `acme -- add -5`.
  if (isNamed && !cli.root && (group ?? declaration).default === undefined) {
    const shifted: CommandLine = {
      ...line,
      argv: [...argv.slice(0, end), name, '--', ...operands],
      words: [...words, { text: name, at: end }],
      end: end + 1,
    }
    const found = route(cli, shifted, builtins)
    return found.kind === 'command' && found.at === end ? { ...found, at: end + 1 } : found
  }
  return routeAtGroup(cli, { group, members, path, line, at: end, rest: rest() })
}

/** Everything but the names of the path. The value of a switch before them stays with it: it is no argument. */
function outside({ argv, flags }: CommandLine, path: ReadonlySet<number>): readonly string[] {
  if (flags.length === 0) return argv.filter((_, at) => !path.has(at))
  const end = Math.max(-1, ...path)
  const answered = new Set(
    flags.flatMap(({ takesNext, at, value = '' }) =>
      takesNext && at < end && /^(true|false)$/.test(value) ? [at] : [],
    ),
  )
  return argv.flatMap((word, at) => {
    if (path.has(at) || answered.has(at - 1)) return []
    return [answered.has(at) ? `${word}=${argv[at + 1]}` : word]
  })
}

interface Stop {
  readonly group: GroupDeclaration | null
  readonly members: Members
  readonly path: readonly string[]
  readonly line: CommandLine
  /** The place of the word that names no member, or of the end of the options. */
  readonly at: number
  readonly rest: readonly string[]
}

function routeAtGroup(cli: Cli, { group, members, path, line, at, rest }: Stop): Route {
  const fallback = (group ?? cli.declaration).default
  const flags = line.flags.filter((flag) => flag.at < at)
  const asksForText =
    hasFlag({ flags }, '--help', '-h') ||
    (path.length === 0 && hasFlag({ flags }, '--version', '-V', '--llms'))
  const left = line.argv.slice(at)
  const word = left.find((token) => token !== '--')
  if (cli.root && path.length === 0 && !asksForText)
    return { kind: 'command', path, member: cli.root, isBuiltin: false, at: -1, rest }
  if (fallback !== undefined && !asksForText) {
    const member = members[fallback]
    const command = commandOf(member)
    // If the default command takes no arguments, the word must be a mistyped command.
    const acceptsWord = word === undefined || !command || command.declaration.args !== undefined
    if (member && !groupOf(member) && acceptsWord) {
      return { kind: 'command', path: [...path, fallback], member, isBuiltin: false, at: -1, rest }
    }
  }
  if (word !== undefined) {
    const siblings = Object.keys(members).filter((name) => !factsOf(members[name]!).hidden)
    return { kind: 'unknown', path, word, siblings, rest: left.slice(left.indexOf(word) + 1) }
  }
  return { kind: 'group', path, group, rest }
}

/** Finds the longest redirect that the words at a place begin with. */
function findRedirect(
  redirects: Readonly<Record<string, RedirectDeclaration>>,
  argv: readonly string[],
  at: number,
) {
  const fitting = Object.entries(redirects).flatMap(([from, redirect]) => {
    const words = from.trim().split(/\s+/)
    const isFit = words.every((word, index) => argv[at + index] === word)
    return isFit ? [{ from, redirect, end: at + words.length }] : []
  })
  return fitting.toSorted((a, b) => b.end - a.end)[0]
}
