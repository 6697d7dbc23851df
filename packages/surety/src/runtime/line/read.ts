import { isNegative, isOption } from '@surety/internal/option-word.ts'
import type { Cli } from '../declare/cli.ts'
import { commandOf, factsOf, findMember, groupOf } from '../declare/command-tree.ts'
import type { GroupDeclaration, Member, Members } from '../declare/types/member-tree.ts'
import type { RedirectDeclaration } from '../declare/types/cli-declaration.ts'
import type { Named, Naming } from './names.ts'
import { isCount, isSwitch } from './params.ts'

/** A word of a line that begins as an option, in the place that it has among the words. */
export type Token =
  | {
      readonly kind: 'given'
      readonly named: Named
      /** How its name is written here. */
      readonly spelled: string
      /** Its value; a switch has none. */
      readonly text: string | undefined
      /** Whether its value is the next word. */
      readonly usesNext?: true
      readonly at: number
    }
  | {
      readonly kind: 'unknown'
      readonly word: string
      /** The next word, if it may be the value. */
      readonly value: string | undefined
      /** The option that was meant, once somebody has looked for it. */
      readonly suggestion?: string | undefined
      readonly at: number
    }
  | {
      readonly kind: 'no-value'
      readonly named: Named
      readonly spelled: string
      readonly next: string | undefined
      readonly at: number
    }

export interface Word {
  readonly text: string
  readonly at: number
  /** Whether it is behind `--`. */
  readonly isLiteral?: true
  readonly isAfterUnknown?: boolean
  /** The switch before it, whose value it may be. */
  readonly answers?: Token
}

/** The words of a call as they are: no value, no sentence. */
export interface Line {
  readonly argv: readonly string[]
  readonly tokens: readonly Token[]
  /** What is neither an option nor the value of one. */
  readonly words: readonly Word[]
}

/** Where a line leads; `rest` is what is outside of the path. */
export type Found = { readonly path: readonly string[]; readonly rest: readonly string[] } & (
  | {
      readonly kind: 'command'
      /** A command, or a lazy member that may turn out to be a group. */
      readonly member: Member
      readonly isBuiltin: boolean
    }
  | { readonly kind: 'group'; readonly group: GroupDeclaration | null }
  | { readonly kind: 'moved'; readonly from: string; readonly to: RedirectDeclaration }
  | {
      readonly kind: 'none'
      readonly word: string
      /** The place of the word. */
      readonly at: number
      readonly siblings: readonly string[]
    }
)

/** Names of a line that has no options but the one for help. */
const HELP_ALONE: Naming = {
  find: (spelled) => (/^(?:--help|-h)$/.test(spelled) ? HELP : undefined),
}
const HELP = { param: { key: 'help', def: { kind: 'boolean' } }, isPositive: true } as Named

/** Tests whether names are needed to read a line: for all but words, and the request for help. */
export function needsNames(argv: readonly string[]): boolean {
  return argv.some(
    (word, at) =>
      isFlag(word) && !(HELP_ALONE.find(word) && !/^(?:true|false)$/.test(argv[at + 1] ?? '')),
  )
}

export function isFlag(word: string): boolean {
  return word.startsWith('-') && word.length > 1
}

/** Reads the words of a line in one walk, all of them whatever is wrong with some. Never throws. */
export function readLine(argv: readonly string[], names: Naming = HELP_ALONE): Line {
  const tokens: Token[] = []
  const words: Word[] = []
  let isAfterUnknown = false
  for (let at = 0; at < argv.length; at += 1) {
    const text = argv[at]!
    if (text === '--') {
      for (at += 1; at < argv.length; at += 1) words.push({ text: argv[at]!, at, isLiteral: true })
      break
    }
    if (!isFlagLike(text, names)) {
      words.push({ text, at, isAfterUnknown })
      isAfterUnknown = false
      continue
    }
    const next = argv[at + 1]
    const isValue = next !== undefined && next !== '--' && !isFlagLike(next, names)
    const place = { at, next, value: isValue ? next : undefined, names }
    tokens.push(...(text.startsWith('--') ? readLong(text, place) : readCluster(text, place)))
    const last = tokens.at(-1)!
    isAfterUnknown = last.kind === 'unknown'
    if (last.kind !== 'given') continue
    const mayAnswer = last.text === undefined && !isCount(last.named.param.def)
    const isAnswer = mayAnswer && (next === 'true' || next === 'false')
    if (isAnswer) words.push({ text: next, at: at + 1, answers: last })
    if (isAnswer || last.usesNext) at += 1
  }
  return { argv, tokens, words }
}

interface Place {
  readonly at: number
  readonly next: string | undefined
  /** The next word, if it may be a value. */
  readonly value: string | undefined
  readonly names: Naming
}

/** Tests whether a word is an option; `-`, `-5` and `- text` are not. */
function isFlagLike(text: string, names: Naming): boolean {
  if (!isFlag(text) || text.startsWith('--')) return isFlag(text)
  return isNegative(text) ? names.find(text.slice(0, 2)) !== undefined : isOption(text)
}

/** Reads `--flag`, `--flag=value` or `--flag value`. */
function readLong(text: string, place: Place): readonly Token[] {
  const equals = text.indexOf('=')
  const spelled = equals < 0 ? text : text.slice(0, equals)
  const named = place.names.find(spelled)
  const joined = equals < 0 ? undefined : text.slice(equals + 1)
  return [named ? give(named, spelled, joined, place) : unknown(text, place)]
}

/** Reads `-a`, `-abc`, `-n5`, `-n=5` or `-n 5`. */
function readCluster(text: string, place: Place): readonly Token[] {
  const { names, at } = place
  // One dash too few: -force means --force, and reading it as -f -o … could do harm.
  if (text.length > 2 && names.find(`-${text.split('=', 1)[0]}`)) return [unknown(text, place)]
  const tokens: Token[] = []
  for (let letter = 1; letter < text.length; letter += 1) {
    const spelled = `-${text[letter]!}`
    const named = names.find(spelled)
    // The rest may be the value of the unknown option, so it is not read.
    if (!named)
      return [
        ...tokens,
        { kind: 'unknown', word: letter === 1 ? text : spelled, value: undefined, at },
      ]
    const rest = text.slice(letter + 1)
    if (rest === '') return [...tokens, give(named, spelled, undefined, place)]
    if (rest.startsWith('=')) return [...tokens, give(named, spelled, rest.slice(1), place)]
    if (!isSwitch(named.param)) return [...tokens, give(named, spelled, rest, place)]
    tokens.push(give(named, spelled, undefined, place))
  }
  return tokens
}

function give(named: Named, spelled: string, joined: string | undefined, place: Place): Token {
  const { at, next, value } = place
  if (joined !== undefined || isSwitch(named.param))
    return { kind: 'given', named, spelled, text: joined, at }
  if (value === undefined) return { kind: 'no-value', named, spelled, next, at }
  return { kind: 'given', named, spelled, text: value, usesNext: true, at }
}

function unknown(word: string, { value, at }: Place): Token {
  return { kind: 'unknown', word, value, at }
}

/** Tests for an option that is one of these words alone: no letter among others, no value joined to it. */
export function hasFlag(
  { argv, tokens }: Pick<Line, 'argv' | 'tokens'>,
  ...names: readonly string[]
): boolean {
  return tokens.some(({ at }) => names.includes(argv[at]!))
}

/** Finds the command that a line names; options may precede the names of its path. */
export function follow(cli: Cli, line: Line, builtins: Members = {}): Found {
  const { root, declaration } = cli
  const path: string[] = []
  const used: number[] = []
  let members: Members = declaration.commands
  let group: GroupDeclaration | null = null
  let isBuiltin = false
  for (const { text, at, answers, isLiteral } of line.words) {
    const moved = isLiteral || path.length > 0 ? undefined : redirectAt(cli, line.argv, at)
    if (moved) return { kind: 'moved', path, ...moved }
    const own = findMember(members, text)
    const found = own ?? (path.length === 0 ? findMember(builtins, text) : null)
    // What answers a switch names a command, or is no word of the path.
    if (answers && !found) continue
    // Behind -- no word is an option, but the first one may still be a command: `acme -- add -5`.
    const isWay = found && !(isLiteral && (root || (group ?? declaration).default !== undefined))
    if (!isWay) return endAt(cli, line, { group, members, path, used, at })
    if (!own) isBuiltin = true
    path.push(found.name)
    used.push(at)
    const inner = groupOf(found.member)
    const { member } = found
    if (!inner) return { kind: 'command', path, member, isBuiltin, rest: outside(line, used) }
    group = inner
    members = inner.commands
  }
  return endAt(cli, line, { group, members, path, used, at: line.argv.length })
}

/** Everything but the names of the path. The value of a switch before them stays with it: it is no argument. */
function outside({ argv, words }: Line, path: readonly number[]): readonly string[] {
  const used = new Set(path)
  const end = path.at(-1) ?? -1
  const answers = new Set<number>()
  for (const { at, answers: token } of words)
    if (token && at < end && !used.has(at)) answers.add(at)
  return argv.flatMap((word, at) => {
    if (used.has(at) || answers.has(at)) return []
    return [answers.has(at + 1) ? `${word}=${argv[at + 1]}` : word]
  })
}

interface Stop {
  readonly group: GroupDeclaration | null
  readonly members: Members
  readonly path: readonly string[]
  readonly used: readonly number[]
  /** The place of the word that names no member, or of the end. */
  readonly at: number
}

function endAt(cli: Cli, line: Line, { group, members, path, used, at }: Stop): Found {
  const fallback = (group ?? cli.declaration).default
  const before = { ...line, tokens: line.tokens.filter((token) => token.at < at) }
  const asksForText =
    hasFlag(before, '--help', '-h') ||
    (path.length === 0 && hasFlag(before, '--version', '-V', '--llms'))
  const rest = outside(line, used)
  const isUsual = { kind: 'command', isBuiltin: false, rest } as const
  if (cli.root && path.length === 0 && !asksForText) return { ...isUsual, path, member: cli.root }
  const word = line.argv[at]
  const member = fallback === undefined || asksForText ? undefined : members[fallback]
  if (member && !groupOf(member)) {
    const command = commandOf(member)
    // If the default command takes no arguments, the word must be a mistyped command.
    if (word === undefined || !command || command.declaration.args !== undefined)
      return { ...isUsual, path: [...path, fallback!], member }
  }
  if (word === undefined) return { kind: 'group', path, group, rest }
  const siblings = Object.keys(members).filter((name) => !factsOf(members[name]!).hidden)
  return { kind: 'none', path, word, at, siblings, rest: line.argv.slice(at + 1) }
}

/** Finds the longest redirect that the words at a place begin with. */
function redirectAt(
  { declaration: { redirects = {} } }: Cli,
  argv: readonly string[],
  at: number,
): { from: string; to: RedirectDeclaration; rest: readonly string[] } | undefined {
  const fitting = Object.entries(redirects).flatMap(([from, to]) => {
    const words = from.trim().split(/\s+/)
    const isFit = words.every((word, index) => argv[at + index] === word)
    const rest = [...argv.slice(0, at), ...argv.slice(at + words.length)]
    return isFit ? [{ from, to, rest }] : []
  })
  return fitting.toSorted((a, b) => a.rest.length - b.rest.length)[0]
}
