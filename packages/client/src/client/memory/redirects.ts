import { sameWords, startsWithWords } from '../call/redirect/command-line.ts'
import { COMMAND_WORD, sharedStart } from '../call/redirect/known-command.ts'
import type { RememberedRedirect } from './facts.ts'

/**
 * Makes a rule from a permanent redirect: if only command words at the start differ, for any flags after them, else for
 * this line alone. A plain word may be a subcommand: `users list` → `people list` says nothing about `users delete`.
 */
export function redirectRule(
  from: readonly string[],
  to: readonly string[],
  elsewhere: boolean,
  reason?: string,
): RememberedRedirect {
  // The old form keeps at least one word, or the rule would apply to every call.
  const most = Math.max(
    0,
    Math.min(sharedStart(from.toReversed(), to.toReversed()), from.length - 1),
  )
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
  const fits = ({ match, from, to }: RememberedRedirect) =>
    match === 'prefix' &&
    startsWithWords(words, from) &&
    !isCommandWord(words[from.length] ?? '') &&
    // `list` → `list all`: a call in the new form is not changed again.
    !startsWithWords(words, to)
  return (
    exact ?? rules.filter(fits).toSorted((one, other) => other.from.length - one.from.length)[0]
  )
}

function isCommandWord(word: string): boolean {
  return COMMAND_WORD.test(word)
}
