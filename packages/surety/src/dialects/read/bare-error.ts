import { objectOf, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { SaidFailure } from './read-members.ts'

/** Tests for a bare error: a code and a message as texts. */
export function isErrorBody(document: JsonValue): document is JsonObject {
  const { code, message } = objectOf(document)
  return typeof code === 'string' && typeof message === 'string'
}

/** Tests for a code and a message where no exit says that they are an error. */
export function isLikeAnError(document: JsonValue): boolean {
  return isErrorBody(document) && !SUCCESS.test(document['code'] as string)
}

/** Returns what a bare error says; nothing but members of an error, because a result may have a code and a message too. */
export function bareError(document: JsonValue | undefined): SaidFailure | undefined {
  if (!isLikeAnError(document ?? null)) return undefined
  const { code, message, ...rest } = document as { readonly code: string; readonly message: string }
  return Object.keys(rest).every((name) => OF_ERRORS.has(name)) ? { code, message } : undefined
}

/**
 * The same of output whose dialect nobody named: its code is a name for an error and one of both has a sign of
 * failure, or it has a member that only errors have.
 */
export function evidentError(document: JsonValue | undefined): SaidFailure | undefined {
  const said = bareError(document)
  if (said?.code === undefined || said.message?.trim() === '') return undefined
  const hasMore = Object.keys(document as JsonObject).some((name) => ONLY_OF_ERRORS.has(name))
  const isNamed = isErrorName(said.code) && hasSign(`${said.code}\n${said.message}`)
  return hasMore || isNamed ? said : undefined
}

/** How much of an output that is no JSON is searched for the mark of a failure. */
const MAX_START = 4096

/** The same of TOON, YAML and Markdown, without their packages, and whether it denies itself. */
export function failureInText(printed: string): Partial<SaidFailure> | undefined {
  const text = printed
    .slice(0, MAX_START + 1)
    .replace(PREAMBLE, '')
    .replaceAll('\r', '')
  if (DENIALS.some((form) => form.test(text))) return {}
  if (text.length > MAX_START || !/code|ok|success/i.test(text)) return undefined
  const lines = text.trim().split('\n')
  const members = lines[0]!.startsWith('|') ? tableRows(lines) : namedValues(lines)
  if (members?.some(([name, value]) => DENIED.test(`${name}: ${value}`)) === true) return {}
  return evidentError(members && Object.fromEntries(members))
}

/** Comments, directives and marks that YAML may begin with. A heading of Markdown is none. */
const PREAMBLE = /^(?:\s|\uFEFF|%.*\n|#(?!#).*\n|---\s*\n)+/
const DENIED = /^(?:ok|success): (?:false|no)$/i
const DENIALS = [
  /^(?:(?:ok|success): |## ok\s+)(?:false|no)\s*(?:\n|$)/i,
  /^errors?:[ \t]*\n(?:[ \t]+[\w-]+:|[ \t]*- \S)/,
]

type Members = readonly (readonly [name: string, value: string])[]

/** Reads a table of keys and values. */
function tableRows([header, rule, ...rows]: readonly string[]): Members | undefined {
  if (!/^\|\s*key\s*\|\s*value\s*\|$/i.test(header!) || !/^[|:\s-]+$/.test(rule ?? ''))
    return undefined
  return rows.map((row) => {
    const [name = '', ...cells] = row
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
    return [name.trim(), cells.join('|').trim()]
  })
}

/** Reads `name: value` and `## name` with what stands below; undefined if a line is neither. */
function namedValues(lines: readonly string[]): Members | undefined {
  const members: [string, string][] = []
  for (const line of lines) {
    const [, heading, name = heading, value = ''] = NAMED.exec(line) ?? []
    const last = members.at(-1)
    if (name !== undefined) members.push([name, BLOCK.test(value) ? '' : unquoted(value)])
    else if (last === undefined || !/^(?:\s|$)/.test(line)) {
      // Below a heading a text stands at the margin.
      if (!lines[0]!.startsWith('## ') || last === undefined) return undefined
      last[1] ||= line
    } else last[1] ||= line.trim()
  }
  return members
}

const NAMED = /^(?:## (\w+)|"?(\w+)"?(?:\[\d+\](?:\{[^}]*\})?)?:(?: +(.*))?)$/
const BLOCK = /^[|>][+-]?$/

function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value
}

const ONLY_OF_ERRORS: ReadonlySet<string> = new Set(['retryable', 'fieldErrors'])
const OF_ERRORS: ReadonlySet<string> = new Set([...ONLY_OF_ERRORS, 'extra', 'next_steps', 'cta'])

const SUCCESS = /^(?:ok|okay|success|successful|succeeded|done)$/i

/** Languages, codes for people to type in and events (`en-GB`, `KX4F-92LM`, `user_created`) are no names for errors. */
function isErrorName(code: string): boolean {
  if (!ONE_WORD.test(code) || LOCALE.test(code)) return false
  if (hasSign(code)) return !NO_ERROR.test(code)
  return ERROR_NAMES.some((form) => form.test(code)) && !EVENT.test(code)
}

/** Tests for a word of failure: translations have names and texts of the same form. */
function hasSign(text: string): boolean {
  return SIGN.test(text.replaceAll(/[_-]|(?<=[a-z])(?=[A-Z])/g, ' '))
}

const ONE_WORD = /^[\w-]{1,100}$/
const SIGN =
  /error|fail|invalid|denied|forbidden|timeout|timed out|exception|refused|rejected|aborted|expired|exceeded|exhausted|insufficient|missing|un(?:able|authori[sz]ed|available|known|reachable|supported)|cannot|can't|could(?: no|n')t|throttl|conflict|corrupt|malformed|mismatch|\b(?:not|limited|locked|required|out of|no (?:room|space|such)|too (?:large|long|many))\b|^(?:no|bad|too) |full$|\bE(?:\d+|ACCES|BUSY|CONNRESET|EXIST|INVAL|IO|ISDIR|NOENT|NOSPC|NOTDIR|PERM|PIPE)$/im
const ERROR_NAMES = [
  /^[A-Z]+\d*$/,
  /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/,
  /^[A-Za-z][a-z]+(?:[A-Z][a-z]+)+$/,
  /^[a-z]+(?:[_-][a-z\d]+)+$/,
]
const NO_ERROR = /^no[_-]?errors?$/i
const LOCALE = /^[a-z]{2,3}[-_](?:[a-z]{2}|[A-Z]{2})$/
const EVENT =
  /(?:^|[a-z_-])(?:ok|success|succeeded|done|ready|sent|saved|(?:creat|updat|delet|remov|add|complet|finish|start|stopp|accept|queu|schedul|publish|deploy|install|register|confirm|approv|verifi|process|appli|merg|clos|open)ed)$/i
