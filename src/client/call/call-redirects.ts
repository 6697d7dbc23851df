import type { Outcome } from '../../contract/index.ts'
import type { RememberedRedirect } from '../memory/facts.ts'
import { applyRedirects, redirectRule } from '../memory/redirects.ts'
import { rememberedQuestion } from '../memory/remembered-question.ts'
import type { Settings } from '../settings.ts'
import { ask } from './ask-caller.ts'
import type { CallTarget } from './call-target.ts'
import { hasFlag, withoutFlag } from './injected-flags.ts'

/** Applies what earlier calls learned about moved commands, and gives the rules that applied. */
export async function applyRemembered(
  target: CallTarget,
  settings: Settings,
  report: (message: string) => void,
): Promise<readonly RememberedRedirect[]> {
  const { redirects } = target.known
  if (redirects.length === 0) return []
  const mayAsk = settings.approveRedirect !== undefined
  const usable = mayAsk ? redirects : redirects.filter((rule) => !rule.elsewhere)
  const { words, elsewhere, applied } = applyRedirects(target.argumentsOf(target.argv), usable)
  if (applied.length === 0) return []
  if (elsewhere && !(await isApproved(words, target, settings, report))) return []
  target.argv = elsewhere ? words : [...target.tool.program, ...words]
  if (elsewhere) await target.moveTo(words)
  return applied
}

async function isApproved(
  command: readonly string[],
  { argv }: CallTarget,
  { approveRedirect: hook }: Settings,
  report: (message: string) => void,
): Promise<boolean> {
  if (hook === undefined) return false
  const question = { argv, ...rememberedQuestion(command), command }
  return (await ask('approveRedirect', () => hook(question), report)) === true
}

/** A redirect that the caller allowed. */
export interface FollowedRedirect {
  readonly argv: readonly string[]
  readonly elsewhere: boolean
  readonly permanent: boolean
}

/** Follows a redirect. A permanent one is recorded before it runs: a crash must not lose it. */
export async function followRedirect(
  { argv, elsewhere, permanent }: FollowedRedirect,
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
