import { ask } from './ask-caller.ts'
import { flagValue, withFlag, withoutFlag } from './injected-flags.ts'
import {
  parseCommandLine,
  sameWords,
  type ParsedCommandLine,
  type ToolName,
} from './redirect/command-line.ts'
import {
  isApproved,
  whyApprovalIsNeeded,
  type RedirectFacts,
} from './redirect/redirect-approval.ts'
import { incompleteWork } from '../decide/policies/repeat.ts'
import type { DeclaredCommand } from '../decide/policy.ts'
import { escalate, type Verdict, type VerdictOf } from '../decide/verdict.ts'
import type { Question } from '../options.ts'
import type { Settings } from '../settings.ts'
import type { Outcome } from '../../contract/index.ts'

/** Turns a verdict into the next step; asks the caller where it needs approval. */
export async function nextMove(verdict: Verdict, context: MoveContext): Promise<Move> {
  const move = await moveAfter(verdict, context)
  if (move.kind !== 'escalate') return move
  return { kind: 'end', verdict: { ...move, soft_redirects: verdict.soft_redirects } }
}

/** The next step, or why the call ends instead. */
type MoveOrEnd = Move | ReturnType<typeof escalate>

async function moveAfter(verdict: Verdict, context: MoveContext): Promise<MoveOrEnd> {
  const { settings, argv, outcome, report } = context
  const question: Question = { argv, outcome, verdict }
  switch (verdict.kind) {
    case 'accept':
    case 'use_cache':
      return { kind: 'end', verdict }
    case 'escalate':
      return verdict.reason === 'NO_PROGRESS'
        ? cancelled(verdict, context)
        : { kind: 'end', verdict }
    case 'continue_work':
      return continued(verdict, context)
    case 'retry_after':
      return { kind: 'again', argv, waitMs: verdict.wait_ms }
    case 'next_page': {
      const bare = withoutFlag(argv, settings.cursorFlag)
      return { kind: 'again', argv: withFlag(bare, settings.cursorFlag, verdict.cursor), waitMs: 0 }
    }
    case 'refresh_and_reissue': {
      const hook = settings.refreshCredentials
      const refreshed = hook && (await ask('refreshCredentials', () => hook(question), report))
      if (refreshed === undefined || refreshed === false) {
        return escalate(
          'TOKEN_INVALID',
          'The credentials could not be refreshed; new ones are needed.',
        )
      }
      return { kind: 'again', argv, waitMs: 0, ...(refreshed !== true && { env: refreshed.env }) }
    }
    case 'fix_and_reissue':
      return verdict.command === null
        ? changed(question, context)
        : fixed(verdict.command, question, context)
    case 'follow_redirect':
      return redirected(verdict, question, context)
  }
}

/** The next step of a call. */
export type Move =
  | { readonly kind: 'end'; readonly verdict: Verdict }
  | {
      readonly kind: 'again'
      readonly argv: readonly string[]
      readonly waitMs: number
      readonly env?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'fix_first'; readonly command: readonly string[] }
  | {
      readonly kind: 'continue'
      readonly argv: readonly string[]
      /** True when a job goes on by itself, so that there is time between two looks at it. */
      readonly isRunning: boolean
    }
  | {
      readonly kind: 'cancel_first'
      readonly command: readonly string[]
      readonly verdict: Verdict
    }
  | {
      readonly kind: 'redirect'
      readonly argv: readonly string[]
      readonly elsewhere: boolean
      readonly permanent: boolean
    }

/** What the next step depends on besides the verdict. */
export interface MoveContext {
  readonly settings: Settings
  readonly tool: ToolName
  readonly argv: readonly string[]
  readonly outcome: Outcome
  readonly report: (message: string) => void
  /** Looks a command line up in the tool's manifest. */
  readonly declared: (argv: readonly string[]) => Promise<DeclaredCommand | undefined>
}

/** Follows a moved command, after an approval where one is needed. */
async function redirected(
  verdict: VerdictOf<'follow_redirect'>,
  question: Question,
  context: MoveContext,
): Promise<MoveOrEnd> {
  const { settings, tool, report } = context
  const target = parseCommandLine(verdict.command, tool)
  if (target === undefined) return escalate('REDIRECT_UNREADABLE')
  const { elsewhere } = target
  const why = whyApprovalIsNeeded({ elsewhere, ...(await harmOf(target, context)) })
  const asked = { ...question, command: target.argv }
  if (why !== undefined && !(await isApproved(settings.approveRedirect, asked, report))) {
    return why === 'elsewhere'
      ? escalate(
          'REDIRECT_ELSEWHERE',
          `'${verdict.command}' is another program, or runs others, and was not approved.`,
        )
      : escalate(
          'REDIRECT_UNSAFE',
          `'${verdict.command}' may change more than the call, and was not approved.`,
        )
  }
  return { kind: 'redirect', ...target, permanent: verdict.permanent }
}

/** Continues incomplete work with a command that the contract or the manifest allows. */
async function continued(
  { command }: VerdictOf<'continue_work'>,
  context: MoveContext,
): Promise<MoveOrEnd> {
  const { settings, tool, argv, outcome } = context
  const target = parseCommandLine(command, tool)
  const work = incompleteWork(outcome)
  if (target === undefined || work === undefined) return escalate('CONTINUE_UNREADABLE')
  const { jobId, isRunning } = work
  const start = tool.program.length
  const isAllowed = mayContinue({
    call: argv.slice(start),
    next: target.argv.slice(start),
    jobId,
    idempotencyFlag: settings.idempotencyFlag,
    ...(await harmOf(target, context)),
  })
  if (isAllowed) return { kind: 'continue', argv: target.argv, isRunning }
  return escalate(
    'CONTINUE_UNSAFE',
    `'${command}' is neither the same call nor 'job wait', and may do more harm; the work is kept.`,
  )
}

/** Gives up work that does not advance, as the contract demands, unless the call only reads. */
async function cancelled(verdict: Verdict, context: MoveContext): Promise<Move> {
  const { tool, outcome } = context
  const work = incompleteWork(outcome)
  const target = work && parseCommandLine(work.cancelCommand, tool)
  if (work === undefined || target?.elsewhere !== false) return { kind: 'end', verdict }
  const next = target.argv.slice(tool.program.length)
  const isAllowed = mayCancel({ next, jobId: work.jobId, ...(await harmOf(target, context)) })
  return isAllowed
    ? { kind: 'cancel_first', command: target.argv, verdict }
    : { kind: 'end', verdict }
}

/** Says how much harm the call and the command that a tool names can do. */
async function harmOf(target: ParsedCommandLine, { settings, argv, declared }: MoveContext) {
  return {
    isDeclaredSafe: settings.safety === 'safe',
    from: await declared(argv),
    to: target.elsewhere ? undefined : await declared(target.argv),
  }
}

/** Has the caller change the arguments. */
async function changed(question: Question, context: MoveContext): Promise<MoveOrEnd> {
  const { settings, tool, argv, report } = context
  const hook = settings.changeArguments
  const words = hook && (await ask('changeArguments', () => hook(question), report))
  const refusal = escalate('FIX_NEEDED', question.verdict.message)
  if (words === undefined) return refusal
  if (!Array.isArray(words) || words.some((word) => typeof word !== 'string')) {
    report('changeArguments did not return a list of strings')
    return refusal
  }
  if (sameWords(words, argv)) return refusal
  // The caller may change the arguments, not the program.
  const isSameProgram = sameWords(words.slice(0, tool.program.length), tool.program)
  if (!isSameProgram || words.some((word) => word.includes('\0'))) {
    report('changeArguments returned another program')
    return refusal
  }
  return { kind: 'again', argv: words, waitMs: 0 }
}

/** Runs the tool's own correction, after an approval. */
async function fixed(
  command: string,
  question: Question,
  context: MoveContext,
): Promise<MoveOrEnd> {
  const { settings, tool, report, declared } = context
  const target = parseCommandLine(command, tool)
  const hook = settings.approveFix
  if (target === undefined || target.elsewhere || hook === undefined)
    return escalate('FIX_NEEDED', question.verdict.message)
  // By contract a correction can be repeated; a destructive one is refused without asking.
  if ((await declared(target.argv))?.danger === 'destructive') {
    return escalate(
      'FIX_NEEDED',
      `'${command}' is not run, because the manifest calls it destructive.`,
    )
  }
  const asked = { ...question, command: target.argv }
  if ((await ask('approveFix', () => hook(asked), report)) !== true)
    return escalate('FIX_NEEDED', `'${command}' was not approved.`)
  return { kind: 'fix_first', command: target.argv }
}

/** What the permission to continue depends on. */
export interface ContinueFacts extends Omit<RedirectFacts, 'elsewhere'> {
  /** The arguments of the call, without the words that start the tool. */
  readonly call: readonly string[]
  /** The arguments of the command that the tool names. */
  readonly next: readonly string[]
  readonly jobId: string
  readonly idempotencyFlag: string
}

/**
 * Tests whether a tool may name this command to continue. The contract has two forms: the same call, and
 * `job wait`. Any other command must be listed in the manifest and do no more harm than the call.
 */
export function mayContinue(facts: ContinueFacts): boolean {
  const { next, jobId, from, to } = facts
  if (isSameCall(facts)) return true
  const why = whyApprovalIsNeeded({ elsewhere: false, ...facts })
  if (sameWords(next, ['job', 'wait', jobId])) return to === undefined || why === undefined
  if (from === undefined || to === undefined) return false
  return why === undefined && to.danger !== 'destructive'
}

/** Tests whether a tool may name this command to cancel; a call that only reads cancels nothing. */
export function mayCancel(facts: Omit<ContinueFacts, 'call' | 'idempotencyFlag'>): boolean {
  if (!sameWords(facts.next, ['job', 'cancel', facts.jobId])) return false
  return whyApprovalIsNeeded({ elsewhere: false, ...facts }) === undefined
}

/** The tool may add an idempotency key to the call, but not change one. */
function isSameCall({ call, next, idempotencyFlag: flag }: ContinueFacts): boolean {
  if (!sameWords(withoutFlag(call, flag), withoutFlag(next, flag))) return false
  const key = flagValue(call, flag)
  return key === undefined || key === flagValue(next, flag)
}
