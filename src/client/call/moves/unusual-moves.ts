import { incompleteWork } from '../../decide/incomplete-work.ts'
import type { ContinueWork, FollowRedirect, Verdict, VerdictReason } from '../../decide/verdict.ts'
import type { Question } from '../../options.ts'
import { ask } from '../ask-caller.ts'
import { mayCancel, mayContinue } from './may-continue.ts'
import type { Move, MoveContext } from './move.ts'
import { parseCommandLine, sameWords } from '../redirect/command-line.ts'
import { isApproved, whyApprovalIsNeeded } from '../redirect/redirect-approval.ts'

/** Ends the call with a reason. */
type End = (reason: VerdictReason, message?: string) => Move

/** Follows a moved command, after an approval where one is needed. */
export async function redirected(
  verdict: FollowRedirect,
  question: Question,
  { settings, tool, argv, report, declared }: MoveContext,
  end: End,
): Promise<Move> {
  const target = parseCommandLine(verdict.command, tool)
  if (target === undefined) return end('REDIRECT_UNREADABLE')
  const why = whyApprovalIsNeeded({
    elsewhere: target.elsewhere,
    isDeclaredSafe: settings.safety === 'safe',
    from: await declared(argv),
    to: target.elsewhere ? undefined : await declared(target.argv),
  })
  const asked = { ...question, command: target.argv }
  if (why !== undefined && !(await isApproved(settings.approveRedirect, asked, report))) {
    return why === 'elsewhere'
      ? end(
          'REDIRECT_ELSEWHERE',
          `'${verdict.command}' is another program, or runs others, and was not approved.`,
        )
      : end(
          'REDIRECT_UNSAFE',
          `'${verdict.command}' may change more than the call, and was not approved.`,
        )
  }
  return { kind: 'redirect', ...target, permanent: verdict.permanent }
}

/** Continues incomplete work with a command that the contract or the manifest allows. */
export async function continued(
  { command }: ContinueWork,
  { settings, tool, argv, outcome, declared }: MoveContext,
  end: End,
): Promise<Move> {
  const target = parseCommandLine(command, tool)
  const work = incompleteWork(outcome)
  if (target === undefined || work === undefined) return end('CONTINUE_UNREADABLE')
  const { jobId, isRunning } = work
  const start = tool.program.length
  const isAllowed = mayContinue({
    call: argv.slice(start),
    next: target.argv.slice(start),
    jobId,
    idempotencyFlag: settings.idempotencyFlag,
    isDeclaredSafe: settings.safety === 'safe',
    from: await declared(argv),
    to: await declared(target.argv),
  })
  if (isAllowed) return { kind: 'continue', argv: target.argv, isRunning }
  return end(
    'CONTINUE_UNSAFE',
    `'${command}' is neither the same call nor 'job wait', and may do more harm; the work is kept.`,
  )
}

/** Gives up work that does not advance, as the contract demands, unless the call only reads. */
export async function cancelled(
  verdict: Verdict,
  { settings, tool, argv, outcome, declared }: MoveContext,
): Promise<Move> {
  const work = incompleteWork(outcome)
  if (work === undefined) return { kind: 'end', verdict }
  const { jobId, cancelCommand } = work
  const target = parseCommandLine(cancelCommand, tool)
  const isAllowed =
    target?.elsewhere === false &&
    mayCancel({
      next: target.argv.slice(tool.program.length),
      jobId,
      isDeclaredSafe: settings.safety === 'safe',
      from: await declared(argv),
      to: await declared(target.argv),
    })
  return isAllowed
    ? { kind: 'cancel_first', command: target.argv, verdict }
    : { kind: 'end', verdict }
}

/** Has the caller change the arguments. */
export async function changed(question: Question, context: MoveContext, end: End): Promise<Move> {
  const { settings, tool, argv, report } = context
  const hook = settings.changeArguments
  const words = hook && (await ask('changeArguments', () => hook(question), report))
  if (words === undefined) return end('FIX_NEEDED', question.verdict.message)
  if (!Array.isArray(words) || words.some((word) => typeof word !== 'string')) {
    report('changeArguments did not return a list of strings')
    return end('FIX_NEEDED', question.verdict.message)
  }
  if (sameWords(words, argv)) return end('FIX_NEEDED', question.verdict.message)
  // The caller may change the arguments, not the program.
  if (
    !sameWords(words.slice(0, tool.program.length), tool.program) ||
    words.some((word) => word.includes('\0'))
  ) {
    report('changeArguments returned another program')
    return end('FIX_NEEDED', question.verdict.message)
  }
  return { kind: 'again', argv: words, waitMs: 0 }
}

/** Runs the tool's own correction, after an approval. */
export async function fixed(
  command: string,
  question: Question,
  context: MoveContext,
  end: End,
): Promise<Move> {
  const { settings, tool, report, declared } = context
  const target = parseCommandLine(command, tool)
  const hook = settings.approveFix
  if (target === undefined || target.elsewhere || hook === undefined)
    return end('FIX_NEEDED', question.verdict.message)
  // By contract a correction can be repeated; a destructive one is refused without asking.
  if ((await declared(target.argv))?.danger === 'destructive') {
    return end('FIX_NEEDED', `'${command}' is not run, because the manifest calls it destructive.`)
  }
  const isApproved = await ask(
    'approveFix',
    () => hook({ ...question, command: target.argv }),
    report,
  )
  if (isApproved !== true) return end('FIX_NEEDED', `'${command}' was not approved.`)
  return { kind: 'fix_first', command: target.argv }
}
