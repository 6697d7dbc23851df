import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { readCommentedJson } from '@surety/internal/json/commented-json.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { allBeginnings, pathOf, type ClientName, type Place } from './clients.ts'
import ruleFiles from './rule-files.json' with { type: 'json' }

/** A command that rules are held against; without words it is a whole line. */
export interface RuledCommand {
  readonly command: string
  readonly words: readonly string[]
  readonly cwd: string
  /** Whether the shell makes some of its words; those before them are known. */
  readonly isOpen?: boolean
  readonly known?: readonly string[]
}

export interface RuleFound {
  readonly reason: string
  readonly isTrouble: boolean
}

/**
 * Looks for a rule of a client that denies one of these commands or asks about it. Clients judge the rewritten command, so a
 * person who denied `cat .env` is obeyed only if the hook looks first. In doubt there is a rule.
 */
export function ruleAgainst(
  client: ClientName,
  { rewritten, calls }: { readonly rewritten: string; readonly calls: readonly RuledCommand[] },
  place: Place & { readonly startedWithRules: () => string | null },
): RuleFound | null {
  const { settings, policies } = RULES[client]
  const variable = VARIABLES[client]?.find((name) => place.env[name])
  const found = (reason: string): RuleFound => ({ reason, isTrouble: false })
  if (variable !== undefined) return found(`${variable} is set.`)
  const filesOf = (places: readonly string[]) =>
    new Set(calls.flatMap(({ cwd }) => filesAt(places, place, cwd)))
  try {
    const read = [...filesOf(settings)].flatMap((file) => {
      const text = ifThere(() => readFileSync(file, 'utf8')) ?? ''
      return text.trim() === '' ? [] : [{ file, value: readCommentedJson(text).value }]
    })
    // The client takes its files together.
    const isAllowed = read.some(({ value }) => allows(value, rewritten))
    for (const { file, value } of read)
      for (const call of calls) {
        const rule = ruleIn(value, { ...call, isAllowed })
        if (rule !== null) return found(`${file} has a rule that may match: ${rule}`)
      }
    for (const file of filesOf(policies)) {
      const text = ifThere(() => readFileSync(file, 'utf8')) ?? ''
      if (calls.some((call) => mayRule(text, call)))
        return found(`${file} has a rule that may match.`)
    }
  } catch (error) {
    const reason = `The rules of ${client} cannot be read: ${(error as Error).message}`
    return { reason, isTrouble: true }
  }
  const flag = place.startedWithRules()
  return flag === null ? null : found(`${client} was started with ${flag}.`)
}

/** The files with rules of each client: JSON, and policies in other languages. */
const RULES: Readonly<Record<ClientName, Readonly<Record<'settings' | 'policies', string[]>>>> =
  ruleFiles

/** Variables that hold rules themselves. */
const VARIABLES: Partial<Record<ClientName, readonly string[]>> = {
  opencode: ['OPENCODE_PERMISSION', 'OPENCODE_CONFIG_CONTENT'],
}

/** Lists the files that places stand for. A leading dot is any folder from here upwards, a star every name. */
function filesAt(places: readonly string[], place: Place, cwd: string): readonly string[] {
  return places
    .flatMap((each) =>
      each.startsWith('./') ? foldersAbove(cwd).map((at) => join(at, each)) : pathOf(each, place),
    )
    .flatMap(expand)
}

/** Lists a folder and those above it, any of which may be that of the project. */
function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersAbove(above)]
}

function expand(path: string): readonly string[] {
  const star = path.indexOf('*')
  if (star === -1) return [path]
  const start = path.lastIndexOf('/', star)
  const end = `${path}/`.indexOf('/', star)
  const suffix = path.slice(star + 1, end)
  return (ifThere(() => readdirSync(path.slice(0, start))) ?? [])
    .filter((name) => name.endsWith(suffix))
    .flatMap((name) => expand(`${path.slice(0, start)}/${name}${path.slice(end)}`))
}

/** Returns null where there is no such file; every other error is for the caller. */
function ifThere<Found>(find: () => Found): Found | null {
  try {
    return find()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

interface HeldCommand extends RuledCommand {
  /** Whether the person allowed the rewritten command in OpenCode. */
  readonly isAllowed: boolean
}

/** Tests for a rule of OpenCode that `hook install` tells of, for a rewritten command. */
function allows(settings: unknown, rewritten: string): boolean {
  const { permission } = (settings ?? {}) as { permission?: { bash?: unknown } }
  const { bash } = permission ?? {}
  if (typeof bash !== 'object' || bash === null) return false
  return Object.entries(bash).some(
    ([pattern, word]) =>
      word === 'allow' &&
      allBeginnings().some(
        (start) => pattern === `${start} *` && rewritten.startsWith(`${start} `),
      ),
  )
}

/** Finds a rule in settings that may match: lists of rules, or patterns with an answer each. */
function ruleIn(value: unknown, call: HeldCommand, isPermission = false): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = isPermission
      ? permissionRule(key, inner, call)
      : LISTS.test(key)
        ? [inner].flat().find((rule) => typeof rule !== 'string' || listedRule(rule, call))
        : ruleIn(inner, call, key === 'permission')
    if (found != null) return typeof found === 'string' ? found : JSON.stringify(found)
    if (key === 'permission' && typeof inner === 'string' && inner !== 'allow') return key
    // A list of what alone may run is a rule about everything else.
    if (CLOSED.test(key)) return key
  }
  return null
}

/** Lists of rules in the settings of Claude Code, Cursor, Copilot and Gemini. */
const LISTS = /^(?:deny|ask|exclude|excludeTools|confirmationRequired|denied_?tools|deny_?tools)$/i
const CLOSED = /^(?:core|coreTools|policyPaths|adminPolicyPaths)$/

/** Tests a rule such as `Bash(git push:*)`, `Read(./.env)` or `Shell`. */
function listedRule(rule: string, call: RuledCommand): boolean {
  const [, tool, of] = /^([^()]*)(?:\(([^]*)\))?$/.exec(rule.trim()) ?? []
  if (tool === undefined || tool.includes('*')) return true
  if (/^(?:bash|shell|shelltool|run_shell_command)$/i.test(tool))
    return of === undefined || /^\w+:(?!\*)/.test(of) || fitsCommand(of, call)
  return /^read/i.test(tool) && (of === undefined || fitsPath(of, call))
}

/** Finds a rule in a permission of OpenCode: a word for a tool, or a word for each pattern. */
function permissionRule(tool: string, value: unknown, call: HeldCommand): string | null {
  const names = new RegExp(`^${wildcards(tool)}$`, 's')
  const isRead = !names.test('bash')
  if (isRead && !names.test('read')) return null
  const isRule = (word: unknown) => word !== 'allow'
  if (typeof value !== 'object' || value === null) return isRule(value) ? tool : null
  const fits = isRead ? fitsPath : fitsCommand
  // Who allowed the rewritten command, and is asked about all others, is asked about no known read.
  const found = Object.entries(value).find(
    ([of, word]) =>
      isRule(word) && fits(of, call) && !(call.isAllowed && of === '*' && word === 'ask'),
  )
  return found?.[0] ?? null
}

/** Tests a pattern against the beginning of a command, however it is quoted. */
function fitsCommand(pattern: string, call: RuledCommand): boolean {
  const { command, words, isOpen, known = [] } = call
  const prefix = pattern.trim().replace(/(?::|(?<!\s))\s*\*$/, '')
  if (isOpen && prefix.toLowerCase().startsWith(known.join(' ').toLowerCase())) return true
  const expression = new RegExp(`^${wildcards(prefix).replaceAll(/\s+/g, String.raw`\s+`)}`, 'is')
  return [command.trim(), words.join(' '), quoteWords(words)].some((text) => expression.test(text))
}

/** Searches of whole folders, which may show any file in them. */
const SEARCH = /^(?:rg|git .*grep|[ef]?grep .*-(?:[a-zA-Z]*[rR]|-(?:dereference-)?rec|d|-dir))/

/** Programs that show of a folder only what is in it. */
const NAMES_ONLY =
  /^(?:ls|stat|du|tree|find|fd|realpath|readlink|basename|dirname|file|pwd|cd|echo|printf|test|\[)$/

/** Tests whether a call gets a folder whose files it may show, as `diff a b` does. */
function readsFolders({ words: [program = '', ...rest], cwd }: RuledCommand): boolean {
  if (NAMES_ONLY.test(program)) return false
  const isFolder = (word: string) => ifThere(() => statSync(resolve(cwd, word)).isDirectory())
  return rest.some((word) => isFolder(word) || isFolder(word.slice(word.indexOf('=') + 1)))
}

/** Tests whether a word may name a file that a pattern stands for, by the last names of the pattern. */
function fitsPath(pattern: string, call: RuledCommand): boolean {
  const { words, cwd, isOpen } = call
  const names = pattern.split('/').filter((name) => !['', '.', '..', '~', '*', '**'].includes(name))
  if (isOpen || names.length === 0 || SEARCH.test(words.join(' ')) || readsFolders(call))
    return true
  const last = [names.at(-1)!, names.findLast((name) => !/[*?[{]/.test(name))]
  const expressions = last.map((name) => new RegExp(`^${wildcards(name ?? '\0')}`, 'is'))
  return words
    .flatMap((word) => [word, word.slice(word.indexOf('=') + 1), word.slice(word.indexOf(':') + 1)])
    .map((word) => resolve(cwd, word))
    .flatMap((path) => [path, ifThere(() => realpathSync(path)) ?? ''])
    .flatMap((path) => path.split('/'))
    .some((name) => expressions.some((expression) => expression.test(name)))
}

function wildcards(pattern: string): string {
  return pattern
    .replaceAll(/[.+^$()|\\]/g, String.raw`\$&`)
    .replaceAll(/\*+/g, '.*')
    .replaceAll(/[?]|\[[^\]]*\]?|\{[^}]*\}?/g, '.*')
}

/** Tests whether a policy that denies or asks may be about a program; its language is not read. */
function mayRule(text: string, { words: [program], isOpen, known }: RuledCommand): boolean {
  if (!/deny|ask|forbidden|prompt/i.test(text)) return false
  // Of a whole line every program is a call of its own.
  if (program === undefined || known?.length === 0) return isOpen === true
  const named = new RegExp(`(?<![\\w-])${program.replaceAll(/[^\w-]/g, String.raw`\$&`)}(?![\\w-])`)
  return OPEN.test(text) || hasRuleForAll(text) || named.test(text)
}

const OPEN =
  /commandRegex|argsPattern|["']\*["']|(?:bash|permission|\*)["']?\s*:\s*["']?(?:deny|ask)/i

function hasRuleForAll(text: string): boolean {
  const [, ...rules] = text.split('[[rule]]')
  return rules.some((rule) => {
    const isOfShell = /run_shell_command|^(?![^]*toolName)/.test(rule)
    return isOfShell && /deny|ask_user/.test(rule) && !/commandPrefix/.test(rule)
  })
}
