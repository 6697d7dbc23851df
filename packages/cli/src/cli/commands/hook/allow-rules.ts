import { readCommentedJson } from '@surety/internal/json/commented-json.ts'
import { allBeginnings, type ClientName } from './clients.ts'
import { addToJson, removeFromJson } from './settings-text.ts'

/** How a client is told that commands with a beginning run without a question. */
export interface AllowRules {
  /** The file of a project, and that of a person, see `pathOf`. */
  readonly file: string
  readonly userFile: string
  /** The rule for a beginning, as it is written. */
  readonly rule: (beginning: string) => string
  /** Where rules stand in a file of settings; none if the file is ours alone. */
  readonly place?: readonly string[]
  readonly isMember?: boolean
}

/** Of clients that are not here no rule is safe; the reason is. */
export const ALLOW: Readonly<Record<ClientName, AllowRules | { readonly why: string }>> = {
  'claude-code': {
    file: '.claude/settings.json',
    userFile: '{CLAUDE_CONFIG_DIR|~/.claude}/settings.json',
    rule: (start) => `Bash(${start} *)`,
    place: ['permissions', 'allow'],
  },
  codex: {
    file: '.codex/rules/surety.rules',
    userFile: '{CODEX_HOME|~/.codex}/rules/surety.rules',
    rule: (start) => {
      const words = start.split(' ').map((word) => JSON.stringify(word))
      return `prefix_rule(pattern = [${words.join(', ')}], decision = "allow")`
    },
  },
  gemini: {
    // It reads policies of a person alone.
    file: '{GEMINI_CLI_HOME|~}/.gemini/policies/surety.toml',
    userFile: '{GEMINI_CLI_HOME|~}/.gemini/policies/surety.toml',
    // A list in tools.allowed denies every other command where nobody can be asked.
    rule: (start) =>
      `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "${start}"\ndecision = "allow"\npriority = 100`,
  },
  cursor: {
    why: 'There is no safe rule: a rule of Cursor names a program, and surety run can start any other.',
  },
  copilot: {
    why: 'There is no safe rule: a rule of Copilot cannot tell surety read from surety read --outside.',
  },
  opencode: {
    file: 'opencode.json',
    userFile: '{XDG_CONFIG_HOME|~/.config}/opencode/opencode.json',
    rule: (start) => `${start} *`,
    place: ['permission', 'bash'],
    isMember: true,
  },
}

/** Returns a file with rules for these beginnings in it: the same text if all are there. */
export function withRules(
  { rule, place, isMember = false }: AllowRules,
  text: string | null,
  beginnings: readonly string[],
): string {
  const rules = beginnings.map(rule)
  if (place === undefined) {
    const known = text ?? ''
    const missing = rules.filter((each) => !known.includes(each))
    return known + missing.map((each) => `${each}\n`).join('')
  }
  let settings = text === null || text.trim() === '' ? '{}\n' : text
  const found = rulesIn(settings, place)
  for (const each of rules.filter((one) => !found.has(one)))
    settings = isMember
      ? addToJson(settings, [...place, each], 'allow')
      : addToJson(settings, place, [each])
  return settings
}

/** Takes all of our rules out of a file; null if nothing else was in it. */
export function withoutRules(rules: AllowRules, text: string): string | null {
  const { rule, place } = rules
  const ours = allBeginnings().map(rule)
  if (place === undefined) {
    const rest = ours.reduce((left, each) => left.replace(`${each}\n`, ''), text)
    return rest.trim() === '' ? null : rest
  }
  let rest = text
  for (const each of ours) {
    const key = rulesIn(rest, place).get(each)
    if (key !== undefined) rest = removeFromJson(rest, [...place, key])
  }
  return rest !== text && rest.trim() === '{}' ? null : rest
}

/** Lists which of our rules a file has. */
export function rulesFound({ rule, place }: AllowRules, text: string): readonly string[] {
  const has =
    place === undefined
      ? (each: string) => text.includes(each)
      : (
          (found) => (each: string) =>
            found.has(each)
        )(rulesIn(text, place))
  return allBeginnings().filter((start) => has(rule(start)))
}

/** Finds rules in settings, with what leads to each of them in their list. */
function rulesIn(text: string, place: readonly string[]): ReadonlyMap<string, string | number> {
  const list = place.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
    readCommentedJson(text.trim() === '' ? '{}' : text).value,
  )
  if (Array.isArray(list)) return new Map(list.map((each, at) => [String(each), at]))
  const isObject = typeof list === 'object' && list !== null
  const allowed = isObject ? Object.entries(list).filter(([, word]) => word === 'allow') : []
  return new Map(allowed.map(([key]) => [key, key]))
}
