import type { StandardExitName } from './exit-codes.ts'

/** What each exit means and what an agent does then, in contract 1.6. */
export const EXIT_TEXTS: Readonly<
  Record<StandardExitName, readonly [meaning: string, agentAction: string]>
> = {
  SUCCESS: ['The command did what was asked.', 'done'],
  GENERAL_ERROR: ['The command failed for a reason that no other code names.', 'read error.detail'],
  ARG_ERROR: ['The input was refused before anything was changed.', 'fix the input, then reissue'],
  PARTIAL_FAILURE: [
    'The command started and did not finish; some changes may have landed.',
    'inspect the state first',
  ],
  PRECONDITION: [
    'Something that the command relies on is not in place; nothing was changed.',
    'satisfy it, then reissue',
  ],
  NOT_FOUND: [
    'The thing that was asked for does not exist; nothing was changed.',
    'stop, or create it',
  ],
  CONFLICT: [
    'It exists already or has another version; nothing was changed.',
    'resolve the conflict',
  ],
  PERMISSION_DENIED: ['The credentials are valid and not sufficient.', 'stop or escalate'],
  AUTH_REQUIRED: [
    'Credentials are missing, invalid or expired; error.code says which.',
    'branch on error.code',
  ],
  PAYMENT_REQUIRED: ['A payment has to be made first.', 'pay if allowed to, reissue'],
  TIMEOUT: ['The time limit passed; some changes may have landed.', 'inspect the state first'],
  RATE_LIMITED: ['Too many calls; nothing was changed.', 'wait retry_after_ms'],
  UNAVAILABLE: [
    'The service cannot be reached for now; nothing was changed.',
    'back off exponentially',
  ],
  REDIRECTED: [
    'The command lives elsewhere; error.redirect names the replacement.',
    'run error.redirect.command',
  ],
}
