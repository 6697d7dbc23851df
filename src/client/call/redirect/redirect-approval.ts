import type { DeclaredCommand } from '../../decide/policy.ts'
import type { CommandQuestion, RunOptions } from '../../options.ts'
import { ask } from '../ask-caller.ts'

/** What the need for an approval depends on. */
export interface RedirectFacts {
  /** True when the replacement is another program. */
  readonly elsewhere: boolean
  /** True when the caller declares that the call only reads. */
  readonly isDeclaredSafe: boolean
  /** The manifest's entries of the command that moved and of its replacement. */
  readonly from: DeclaredCommand | undefined
  readonly to: DeclaredCommand | undefined
}

/**
 * Says why a redirect needs an approval; undefined if it needs none. A replacement may not do more harm
 * than the call that it replaces.
 */
export function whyApprovalIsNeeded(facts: RedirectFacts): 'elsewhere' | 'unsafe' | undefined {
  const { elsewhere, isDeclaredSafe, from, to } = facts
  if (elsewhere) return 'elsewhere'
  const onlyReads = isDeclaredSafe || from?.danger === 'safe'
  if (onlyReads && to?.danger !== 'safe') return 'unsafe'
  return to?.danger === 'destructive' && from?.danger !== 'destructive' ? 'unsafe' : undefined
}

/** Asks the caller; without a hook the answer is no. An approval is for this call only. */
export async function isApproved(
  hook: RunOptions['approveRedirect'],
  question: CommandQuestion,
  report: (message: string) => void,
): Promise<boolean> {
  if (hook === undefined) return false
  return (await ask('approveRedirect', () => hook(question), report)) === true
}
