import type { Report } from '../ask-caller.ts'
import type { CallTarget } from '../call-target.ts'
import { hasFlag, withoutFlag } from '../injected-flags.ts'
import type { Move } from '../next-move.ts'
import { isApproved, whyUnknown } from './known-command.ts'
import type { Verdict } from '../../decide/verdict.ts'
import type { RememberedRedirect } from '../../memory/facts.ts'
import { applyRedirects, redirectRule } from '../../memory/redirects.ts'
import type { Settings } from '../../settings.ts'
import { fail, type Outcome } from 'surety/unstable/contract'
import { quoteWords } from '@surety/internal/quote-words.ts'

export async function rememberedMove(target: CallTarget, { approveRedirect }: Settings) {
  const { redirects } = target.known
  if (redirects.length === 0) return undefined
  const rules =
    approveRedirect === undefined ? redirects.filter((rule) => !rule.elsewhere) : redirects
  const { words, elsewhere, applied } = applyRedirects(target.argumentsOf(target.argv), rules)
  if (applied.length === 0) return undefined
  const argv = elsewhere ? words : [...target.tool.program, ...words]
  const facts = await target.factsAbout(target.argv, { argv, elsewhere })
  return { argv, elsewhere, applied, doubt: whyUnknown(facts) }
}

/** Applies remembered redirects and gives the rules that applied. They need the same approvals as new ones. */
export async function applyRemembered(
  target: CallTarget,
  settings: Settings,
  report: Report,
): Promise<{ readonly applied: readonly RememberedRedirect[]; readonly refused?: string }> {
  const move = await rememberedMove(target, settings)
  if (move === undefined) return { applied: [] }
  const { argv, elsewhere, applied, doubt } = move
  const asked = { argv: target.argv, ...rememberedQuestion(argv), command: argv, isKnown: false }
  if (doubt !== undefined && !(await isApproved(settings, asked, report))) {
    const refused = `The tool moved this call to '${quoteWords(argv)}' for good. The old form was called, because the new one needs approval each time.`
    return { applied: [], refused }
  }
  target.argv = argv
  if (elsewhere) await target.moveTo(argv)
  return { applied }
}

export async function followRedirect(
  { argv, elsewhere, permanent }: Extract<Move, { readonly kind: 'redirect' }>,
  target: CallTarget,
  settings: Settings,
  outcome: Outcome,
): Promise<void> {
  if (permanent) {
    const own = (words: readonly string[]) => withoutInjected(words, target, settings)
    const from = own(target.argumentsOf(target.argv))
    const to = elsewhere ? argv : own(target.argumentsOf(argv))
    const facts = await target.factsAbout(target.argv, { argv, elsewhere })
    const rule = redirectRule(from, to, {
      elsewhere,
      reason: outcome.error?.redirect?.reason,
      newPath: facts.to?.length,
    })
    // With a file among the words the rule may be about that file, and not about the tool.
    if (!from.some((word) => target.isFile(word))) await target.known.recordRedirect(rule)
  }
  if (elsewhere) await target.moveTo(argv)
  target.argv = argv
}

/** Flags that this client added belong to one call and not to what is learned from it. */
function withoutInjected(
  words: readonly string[],
  { given }: CallTarget,
  { cursorFlag, etagFlag, idempotencyFlag }: Settings,
): readonly string[] {
  return [cursorFlag, etagFlag, idempotencyFlag]
    .filter((flag) => !hasFlag(given, flag))
    .reduce((left, flag) => withoutFlag(left, flag), words)
}

function rememberedQuestion(words: readonly string[]) {
  const command = quoteWords(words)
  const message = `An earlier call learned that the command has moved to '${command}'.`
  const redirect = { command, permanent: true }
  const error = { code: 'COMMAND_MOVED', message, redirect, synthesised: true } as const
  const verdict: Verdict = {
    kind: 'follow_redirect',
    ...redirect,
    elsewhere: true,
    reason: 'REDIRECTED',
    message,
    soft_redirects: [],
  }
  return { outcome: fail({ exit: 'REDIRECTED', error }), verdict }
}
