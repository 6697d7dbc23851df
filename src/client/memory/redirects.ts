import { sameWords } from '../call/redirect/command-line.ts'
import type { RememberedRedirect } from './facts.ts'

/**
 * Makes a rule from a permanent redirect. If only the command words at the start differ, the rule applies
 * with any flags after them; otherwise it applies to this command line only. A plain word never counts as
 * an argument, because it may be a subcommand: `users list` → `people list` says nothing about `users
 * delete`.
 */
export function redirectRule(
  from: readonly string[],
  to: readonly string[],
  elsewhere: boolean,
  reason?: string,
): RememberedRedirect {
  // The old form keeps at least one word, or the rule would apply to every call.
  const most = Math.max(0, Math.min(sharedEnd(from, to), from.length - 1))
  const end = from.slice(from.length - most)
  const plain = end.findIndex((word) => !isCommandWord(word))
  const shared = elsewhere || plain === -1 ? 0 : most - plain
  const oldStart = from.slice(0, from.length - shared)
  const newStart = to.slice(0, to.length - shared)
  const isPath =
    !elsewhere && oldStart.length > 0 && [...oldStart, ...newStart].every(isCommandWord)
  return {
    from: isPath ? oldStart : from,
    to: isPath ? newStart : to,
    match: isPath ? 'prefix' : 'exact',
    elsewhere,
    ...(reason !== undefined && { reason }),
  }
}

/** Applies remembered redirects to arguments; none if they form a circle. With `elsewhere` they are the whole line. */
export function applyRedirects(words: readonly string[], rules: readonly RememberedRedirect[]) {
  const applied: RememberedRedirect[] = []
  let now = words
  while (applied.length <= rules.length) {
    const rule = bestRule(now, rules)
    if (rule === undefined) return { words: now, elsewhere: false, applied }
    applied.push(rule)
    if (rule.elsewhere) return { words: rule.to, elsewhere: true, applied }
    now = rule.match === 'exact' ? rule.to : [...rule.to, ...now.slice(rule.from.length)]
  }
  return { words, elsewhere: false, applied: [] }
}

function bestRule(words: readonly string[], rules: readonly RememberedRedirect[]) {
  const exact = rules.find((rule) => rule.match === 'exact' && sameWords(rule.from, words))
  if (exact !== undefined) return exact
  return (
    rules
      .filter(
        (rule) => rule.match === 'prefix' && sameWords(words.slice(0, rule.from.length), rule.from),
      )
      .filter((rule) => !isCommandWord(words[rule.from.length] ?? ''))
      // `list` → `list all`: a call in the new form is not changed again.
      .filter((rule) => !sameWords(words.slice(0, rule.to.length), rule.to))
      .toSorted((one, other) => other.from.length - one.from.length)[0]
  )
}

function sharedEnd(one: readonly string[], other: readonly string[]): number {
  let shared = 0
  const most = Math.min(one.length, other.length)
  while (shared < most && one.at(-1 - shared) === other.at(-1 - shared)) shared += 1
  return shared
}

function isCommandWord(word: string): boolean {
  return /^[a-z][\w:.-]*$/i.test(word)
}
