import { ask } from './ask-caller.ts'
import { withFlag, withoutFlag } from './injected-flags.ts'
import {
  parseCommandLine,
  sameWords,
  shownCommand,
  type ParsedCommandLine,
  type ToolName,
} from './redirect/command-line.ts'
import {
  isApproved,
  isSameCall,
  whyUnknown,
  whyUnknownFix,
  whyUnknownWork,
  type CommandFacts,
} from './redirect/known-command.ts'
import { incompleteWork } from '../decide/policies/repeat.ts'
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
      return continued(verdict, question, context)
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

export interface MoveContext {
  readonly settings: Settings
  readonly tool: ToolName
  readonly argv: readonly string[]
  readonly outcome: Outcome
  readonly report: (message: string) => void
  readonly factsAbout: (command: ParsedCommandLine) => Promise<CommandFacts>
}

async function redirected(
  verdict: VerdictOf<'follow_redirect'>,
  question: Question,
  context: MoveContext,
): Promise<MoveOrEnd> {
  const { settings, tool, report } = context
  const target = parseCommandLine(verdict.command, tool)
  if (target === undefined) return escalate('REDIRECT_UNREADABLE')
  const doubt = whyUnknown(await context.factsAbout(target))
  const asked = { ...question, command: target.argv, isKnown: doubt === undefined }
  if (doubt === undefined || (await isApproved(settings.approveRedirect, asked, report))) {
    return { kind: 'redirect', ...target, permanent: verdict.permanent }
  }
  const command = shownCommand(target.argv)
  return doubt === 'elsewhere'
    ? escalate('REDIRECT_ELSEWHERE', `'${command}' may run another program ${REFUSED}`)
    : escalate('REDIRECT_UNSAFE', `'${command}' may change more than the call ${REFUSED}`)
}

const REFUSED = 'and was not approved; --approve-redirect does that.'

async function continued(
  { command }: VerdictOf<'continue_work'>,
  question: Question,
  context: MoveContext,
): Promise<MoveOrEnd> {
  const { settings, tool, report } = context
  const target = parseCommandLine(command, tool)
  const work = incompleteWork(context.outcome)
  if (target === undefined || work === undefined) return escalate('CONTINUE_UNREADABLE')
  const facts = await context.factsAbout(target)
  const asked = { ...question, command: target.argv, isKnown: false }
  const isAllowed =
    isSameCall(facts, settings.idempotencyFlag) ||
    whyUnknownWork({ ...facts, jobId: work.jobId, verb: 'wait' }) === undefined ||
    (await isApproved(settings.approveRedirect, asked, report))
  if (isAllowed) return { kind: 'continue', argv: target.argv, isRunning: work.isRunning }
  return escalate(
    'CONTINUE_UNSAFE',
    `The work is kept: '${shownCommand(target.argv)}' may do more than continue ${REFUSED}`,
  )
}

async function cancelled(verdict: Verdict, context: MoveContext): Promise<Move> {
  const work = incompleteWork(context.outcome)
  const target = work && parseCommandLine(work.cancelCommand, context.tool)
  if (work === undefined || target === undefined) return { kind: 'end', verdict }
  const facts = await context.factsAbout(target)
  const isKnown = whyUnknownWork({ ...facts, jobId: work.jobId, verb: 'cancel' }) === undefined
  return isKnown
    ? { kind: 'cancel_first', command: target.argv, verdict }
    : { kind: 'end', verdict }
}

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

async function fixed(
  command: string,
  question: Question,
  context: MoveContext,
): Promise<MoveOrEnd> {
  const { settings, tool, report } = context
  const target = parseCommandLine(command, tool)
  const hook = settings.approveFix
  if (target === undefined || target.elsewhere || hook === undefined)
    return escalate('FIX_NEEDED', question.verdict.message)
  const facts = await context.factsAbout(target)
  const words = shownCommand(target.argv)
  // By contract a correction can be repeated; a destructive one is refused without asking.
  if (facts.to?.danger === 'destructive') {
    return escalate(
      'FIX_NEEDED',
      `'${words}' is not run, because the manifest calls it destructive.`,
    )
  }
  const isKnown = whyUnknownFix(facts) === undefined
  const asked = { ...question, command: target.argv, isKnown }
  if ((await ask('approveFix', () => hook(asked), report)) === true)
    return { kind: 'fix_first', command: target.argv }
  return escalate(
    'FIX_NEEDED',
    isKnown ? `'${words}' was not approved.` : `'${words}' may do more than correct ${REFUSED}`,
  )
}
