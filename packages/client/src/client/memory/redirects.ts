import { sameWords, startsWithWords } from '../call/redirect/command-line.ts'
import { COMMAND_WORD, sharedStart } from '../call/redirect/known-command.ts'
import type { RememberedRedirect } from './facts.ts'

/**
 * Makes a rule from a permanent redirect. Where the command words are known, it serves any arguments: by the manifest's
 * `newPath`, the number of words of the new command, or where one word behind a group was exchanged (`user create alice` →
 * `user add alice`). Else a plain word may be a subcommand: `users list` → `people list` says nothing about `users delete`.
 */
export function redirectRule(
  from: readonly string[],
  to: readonly string[],
  { elsewhere, reason, newPath }: RedirectFacts,
): RememberedRedirect {
  // The old form keeps at least one word, or the rule would apply to every call.
  const most = Math.max(
    0,
    Math.min(sharedStart(from.toReversed(), to.toReversed()), from.length - 1),
  )
  const rest = { elsewhere, ...(reason !== undefined && { reason }) }
  const whole = { from, to, match: 'exact', ...rest } as const
  if (elsewhere) return whole
  const known = newPath === undefined ? exchangedTail(from, to, most) : to.length - newPath
  const isKnown = known !== undefined && known >= 0 && known <= most
  const end = from.slice(from.length - most)
  const plain = end.findIndex((word) => !isCommandWord(word))
  const shared = isKnown ? known : plain === -1 ? 0 : most - plain
  const path = {
    from: from.slice(0, from.length - shared),
    to: to.slice(0, to.length - shared),
  }
  const isPath = path.from.length > 0 && [...path.from, ...path.to].every(isCommandWord)
  return isPath ? { ...path, match: isKnown ? 'command' : 'prefix', ...rest } : whole
}

interface RedirectFacts {
  readonly elsewhere: boolean
  readonly reason?: string | undefined
  readonly newPath?: number | undefined
}

/** Counts the arguments behind one exchanged word of a group; undefined if what follows may be a subcommand. */
function exchangedTail(
  from: readonly string[],
  to: readonly string[],
  most: number,
): number | undefined {
  const head = sharedStart(from, to)
  const isOne = head > 0 && from.length === to.length && from.length - most <= head + 1
  const next = from[head + 1]
  return isOne && next !== undefined && !VERBS.has(next) ? from.length - head - 1 : undefined
}

/** Names that commands have; an argument is rarely called so. */
const VERBS = new Set(
  `list ls get show view info add create new make delete del rm remove update edit set put apply run start stop restart
  open close push pull sync login logout init install uninstall enable disable export import rename move mv cp copy find
  search describe status logs help check test build deploy`.split(/\s+/),
)

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
    match !== 'exact' &&
    startsWithWords(words, from) &&
    (match === 'command' || !isCommandWord(words[from.length] ?? '')) &&
    // `list` → `list all`: a call in the new form is not changed again.
    !startsWithWords(words, to)
  return (
    exact ?? rules.filter(fits).toSorted((one, other) => other.from.length - one.from.length)[0]
  )
}

function isCommandWord(word: string): boolean {
  return COMMAND_WORD.test(word)
}
