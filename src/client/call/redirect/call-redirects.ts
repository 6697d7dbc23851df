import type { CallTarget } from '../call-target.ts'
import { hasFlag, withoutFlag } from '../injected-flags.ts'
import type { Move } from '../next-move.ts'
import { runsOtherPrograms } from './command-line.ts'
import { isApproved, whyApprovalIsNeeded } from './redirect-approval.ts'
import type { Verdict } from '../../decide/verdict.ts'
import type { RememberedRedirect } from '../../memory/facts.ts'
import { applyRedirects, redirectRule } from '../../memory/redirects.ts'
import type { ToolMemory } from '../../memory/tool-memory.ts'
import type { Settings } from '../../settings.ts'
import { fail, type Outcome } from '../../../contract/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'

/** Finds out what earlier calls learned about a moved command; undefined if nothing applies. */
export async function rememberedMove(
  program: readonly string[],
  given: readonly string[],
  known: ToolMemory,
  { safety, approveRedirect }: Pick<Settings, 'safety' | 'approveRedirect'>,
) {
  const { redirects } = known
  if (redirects.length === 0) return undefined
  const rules =
    approveRedirect === undefined ? redirects.filter((rule) => !rule.elsewhere) : redirects
  const { words, elsewhere, applied } = applyRedirects(given, rules)
  if (applied.length === 0) return undefined
  return {
    argv: elsewhere ? words : [...program, ...words],
    elsewhere,
    applied,
    /** Why the caller has to approve it; undefined if nothing forbids it. */
    needsApproval: whyApprovalIsNeeded({
      elsewhere: elsewhere || runsOtherPrograms(program),
      isDeclaredSafe: safety === 'safe',
      from: await known.declared(given),
      to: elsewhere ? undefined : await known.declared(words),
    }),
  }
}

/**
 * Applies what earlier calls learned about moved commands, and gives the rules that applied. A remembered
 * redirect needs the same approvals as a new one; without them the call runs as it was given.
 */
export async function applyRemembered(
  target: CallTarget,
  settings: Settings,
  report: (message: string) => void,
): Promise<readonly RememberedRedirect[]> {
  const given = target.argumentsOf(target.argv)
  const move = await rememberedMove(target.tool.program, given, target.known, settings)
  if (move === undefined) return []
  const { argv, elsewhere, applied, needsApproval } = move
  const question = { argv: target.argv, ...rememberedQuestion(argv), command: argv }
  const isAllowed =
    needsApproval === undefined || (await isApproved(settings.approveRedirect, question, report))
  if (!isAllowed) return []
  target.argv = argv
  if (elsewhere) await target.moveTo(argv)
  return applied
}

/** Follows a redirect. A permanent one is recorded before it runs: a crash must not lose it. */
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
    await target.known.recordRedirect(
      redirectRule(from, to, elsewhere, outcome.error?.redirect?.reason),
    )
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

/** Restates a remembered redirect as the outcome and verdict that led to it. */
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
