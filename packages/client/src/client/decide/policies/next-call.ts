import { countVerdicts, type FailureInput, type SuccessInput } from '../history.ts'
import { because, escalate, VERDICT_REASONS, type Ruling } from '../verdict.ts'
import { parseCommandLine, sameWords, shownCommand } from '../../call/redirect/command-line.ts'

export function decideAuth({ outcome, history, policy }: FailureInput): Ruling | undefined {
  const { code, category, fix_command: fixCommand } = outcome.error
  if (code === 'TOKEN_EXPIRED') {
    const fixes = countVerdicts(history, 'fix_and_reissue', code)
    if (fixes + countVerdicts(history, 'refresh_and_reissue') > 0) {
      const message =
        'The token expired again right after it was refreshed; new credentials are needed.'
      return escalate('TOKEN_INVALID', message)
    }
    if (policy.can.refresh) return because('TOKEN_EXPIRED', { kind: 'refresh_and_reissue' })
    // Spec 1.6 names a command that refreshes; the fix policy decides whether it may run.
    if (fixCommand !== undefined && policy.can.fix) return undefined
    return escalate('CREDENTIALS_NEEDED', 'The token has expired and the caller cannot refresh it.')
  }
  if (code === 'TOKEN_INVALID') return escalate('TOKEN_INVALID')
  if (code === 'TOKEN_MISSING') return escalate('CREDENTIALS_NEEDED')
  if (category !== 'AUTH_REQUIRED' || fixCommand !== undefined) return undefined
  return escalate('CREDENTIALS_NEEDED', outcome.error.message)
}

export function decideFix({ outcome, history, policy }: FailureInput): Ruling | undefined {
  const { error } = outcome
  if (error.recovery !== 'after_fix' && !CHANGE_FIRST.has(error.category)) return undefined
  if (countVerdicts(history, 'fix_and_reissue', error.code) > 0) return escalate('FIX_FAILED')
  const fix = {
    kind: 'fix_and_reissue',
    reason: 'FIX_STATED',
    message: error.fix_required ?? VERDICT_REASONS.FIX_STATED,
  } as const
  const command = error.fix_command
  if (command !== undefined && policy.can.fix) {
    // Only the tool itself may correct its own call.
    const target = parseCommandLine(command, history)
    if (target !== undefined && !target.elsewhere) return { ...fix, command }
  }
  if (policy.can.changeArguments && CHANGEABLE.has(error.category)) return { ...fix, command: null }
  if (error.category === 'PAYMENT_REQUIRED') return escalate('PAYMENT_NEEDED', error.message)
  return escalate('FIX_NEEDED', error.fix_required ?? error.suggestion ?? error.message)
}

const CHANGE_FIRST = new Set<string>(['ARG_ERROR', 'AUTH_REQUIRED', 'PAYMENT_REQUIRED'])
const CHANGEABLE = new Set<string>(['ARG_ERROR', 'PRECONDITION', 'NOT_FOUND', 'CONFLICT'])

/** Linux allows 128 KiB per argument, and a character can take three bytes. */
const MOST_CHARACTERS = 40_000

/** A cursor is the same call again, so it is followed only where the call is known to read, whatever the tool says. */
export function decidePage(present: SuccessInput): Ruling | undefined {
  const { outcome, history, policy, knowledge } = present
  const { cursor } = outcome.meta
  if (typeof cursor !== 'string' || cursor === '') return undefined
  const isWanted = policy.maxPages >= 2
  const isRead = policy.safety === 'safe' || knowledge.reads === true
  if (!isRead && (isWanted || knowledge.command !== undefined)) return escalate('PAGE_UNSAFE')
  if (!isWanted) return undefined
  if (cursor.includes('\0') || cursor.length > MOST_CHARACTERS) return escalate('CURSOR_UNUSABLE')
  if (history.steps.some((step) => step.cursor === cursor)) return escalate('CURSOR_LOOP')
  const pages = countVerdicts(history, 'next_page') + 1
  if (pages >= policy.maxPages) {
    const message = `There are more pages than the ${policy.maxPages} that were allowed.`
    return escalate('PAGE_LIMIT', message)
  }
  return because('MORE_PAGES', { kind: 'next_page', cursor })
}

export function decideRedirect({ outcome, history, policy }: FailureInput): Ruling | undefined {
  // Other exits do not use this member.
  if (outcome.error.category !== 'REDIRECTED') return undefined
  const { redirect } = outcome.error
  if (redirect === undefined) return escalate('REDIRECT_MISSING')
  const target = parseCommandLine(redirect.command, history)
  if (target === undefined) return escalate('REDIRECT_UNREADABLE')
  if (target.elsewhere && !policy.can.approveRedirect) {
    const message = `The replacement '${shownCommand(target.argv)}' is another program; --approve-redirect approves it.`
    return escalate('REDIRECT_ELSEWHERE', message)
  }
  const seen = [history.argv, ...history.steps.map((step) => step.argv)]
  if (seen.some((argv) => sameWords(argv, target.argv))) return escalate('REDIRECT_LOOP')
  if (countVerdicts(history, 'follow_redirect') >= policy.maxRedirects)
    return escalate('REDIRECT_LIMIT')
  return {
    kind: 'follow_redirect',
    command: redirect.command,
    permanent: redirect.permanent === true,
    elsewhere: target.elsewhere,
    reason: 'REDIRECTED',
    message: `The command is now '${redirect.command}'.`,
  }
}
