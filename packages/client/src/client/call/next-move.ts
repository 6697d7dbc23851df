import { ask, type Report } from './ask-caller.ts'
import { withOption, withoutFlag } from './injected-flags.ts'
import {
  parseCommandLine,
  sameWords,
  shownCommand,
  startsWithWords,
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
import { quoteWords } from '@surety/internal/quote-words.ts'
import { incompleteWork } from '../decide/policies/repeat.ts'
import { escalate, type Verdict, type VerdictOf } from '../decide/verdict.ts'
import type { ManifestAnswer } from './redirect/ask-manifest.ts'
import type { Question } from '../options.ts'
import type { Settings } from '../settings.ts'

/** Turns a verdict into the next step; asks the caller where it needs approval. */
export async function nextMove(context: MoveContext): Promise<Move> {
  const move = await moveAfter(context)
  if (move.kind !== 'escalate') return move
  return { kind: 'end', verdict: { ...move, soft_redirects: context.verdict.soft_redirects } }
}

type MoveOrEnd = Move | ReturnType<typeof escalate>

async function moveAfter(context: MoveContext): Promise<MoveOrEnd> {
  const { settings, argv, verdict } = context
  switch (verdict.kind) {
    case 'accept':
    case 'use_cache':
      return { kind: 'end', verdict }
    case 'escalate':
      return verdict.reason === 'NO_PROGRESS' ? cancelled(context) : { kind: 'end', verdict }
    case 'continue_work':
      return continued(verdict, context)
    case 'retry_after':
      return { kind: 'again', argv, waitMs: verdict.wait_ms }
    case 'next_page': {
      const bare = withoutFlag(argv, settings.cursorFlag)
      return {
        kind: 'again',
        argv: withOption(bare, settings.cursorFlag, verdict.cursor),
        waitMs: 0,
      }
    }
    case 'refresh_and_reissue': {
      const refreshed = await askHook('refreshCredentials', context)
      if (refreshed === undefined || refreshed === false) {
        const message = 'The credentials could not be refreshed; new ones are needed.'
        return escalate('TOKEN_INVALID', message)
      }
      return { kind: 'again', argv, waitMs: 0, ...(refreshed !== true && { env: refreshed.env }) }
    }
    case 'fix_and_reissue':
      return verdict.command === null ? changed(context) : fixed(verdict.command, context)
    case 'follow_redirect':
      return redirected(verdict, context)
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

export interface MoveContext extends Question {
  readonly settings: Settings
  readonly tool: ToolName
  readonly report: Report
  readonly factsAbout: (command: ParsedCommandLine) => Promise<CommandFacts>
  readonly askManifest: () => Promise<ManifestAnswer>
}

/** Gives hooks what they may see. */
function questionOf({ argv, outcome, verdict }: MoveContext): Question {
  return { argv, outcome, verdict }
}

type Hook = 'refreshCredentials' | 'changeArguments'

function askHook<Name extends Hook>(name: Name, context: MoveContext) {
  type Answer = Awaited<ReturnType<NonNullable<Settings[Name]>>>
  const hook = () => context.settings[name]?.(questionOf(context)) as Answer | undefined
  return ask(name, hook, context.report)
}

async function redirected(
  { command, permanent }: VerdictOf<'follow_redirect'>,
  context: MoveContext,
): Promise<MoveOrEnd> {
  const target = parseCommandLine(command, context.tool)
  if (target === undefined) return escalate('REDIRECT_UNREADABLE')
  let facts = await context.factsAbout(target)
  let doubt = whyUnknown(facts)
  const isOpen = doubt !== undefined && !facts.elsewhere && !facts.hasManifest
  const answer = isOpen ? await context.askManifest() : 'unasked'
  if (answer === 'given') {
    facts = await context.factsAbout(target)
    doubt = whyUnknown(facts)
  }
  if (doubt === undefined || (await isAllowed(context, target.argv))) {
    return { kind: 'redirect', ...target, permanent }
  }
  const shown = shownCommand(target.argv)
  if (facts.elsewhere)
    return escalate('REDIRECT_ELSEWHERE', `'${shown}' runs another program ${REFUSED}`)
  if (facts.hasManifest) {
    const known = facts.to === undefined ? 'is no command in its manifest' : MORE
    return escalate('REDIRECT_UNSAFE', `'${shown}' ${known} ${REFUSED}`)
  }
  const [code, why] =
    doubt === 'unsafe'
      ? (['REDIRECT_UNSAFE', MORE] as const)
      : (['REDIRECT_ELSEWHERE', 'is not known to do only what the call does'] as const)
  const learn =
    answer === 'none'
      ? 'The tool was asked for its manifest and gave none.'
      : `If the tool has a manifest, 'surety memory learn -- ${quoteWords(context.tool.program)}' settles it.`
  return escalate(code, `'${shown}' ${why} ${REFUSED} ${learn}`)
}

const MORE = 'may change more than the call'
const REFUSED = 'and was not approved; --approve-redirect does that.'

function isAllowed(context: MoveContext, command: readonly string[]): Promise<boolean> {
  const question = { ...questionOf(context), command, isKnown: false }
  return isApproved(context.settings, question, context.report)
}

async function continued(
  { command }: VerdictOf<'continue_work'>,
  context: MoveContext,
): Promise<MoveOrEnd> {
  const target = parseCommandLine(command, context.tool)
  const work = incompleteWork(context.outcome)
  if (target === undefined || work === undefined) return escalate('CONTINUE_UNREADABLE')
  const facts = await context.factsAbout(target)
  if (
    isSameCall(facts, context.settings.idempotencyFlag) ||
    whyUnknownWork({ ...facts, jobId: work.jobId, verb: 'wait' }) === undefined ||
    (await isAllowed(context, target.argv))
  ) {
    return { kind: 'continue', argv: target.argv, isRunning: work.isRunning }
  }
  const why = `'${shownCommand(target.argv)}' may do more than continue ${REFUSED}`
  return escalate('CONTINUE_UNSAFE', `The work is kept: ${why}`)
}

async function cancelled({ verdict, outcome, tool, factsAbout }: MoveContext): Promise<Move> {
  const work = incompleteWork(outcome)
  const target = work && parseCommandLine(work.cancelCommand, tool)
  if (target !== undefined) {
    const facts = { ...(await factsAbout(target)), jobId: work!.jobId, verb: 'cancel' } as const
    if (whyUnknownWork(facts) === undefined)
      return { kind: 'cancel_first', command: target.argv, verdict }
  }
  return { kind: 'end', verdict }
}

async function changed(context: MoveContext): Promise<MoveOrEnd> {
  const { tool, argv, verdict, report } = context
  const words = await askHook('changeArguments', context)
  const refusal = escalate('FIX_NEEDED', verdict.message)
  if (words === undefined) return refusal
  if (!Array.isArray(words) || words.some((word) => typeof word !== 'string')) {
    report('changeArguments did not return a list of strings')
    return refusal
  }
  if (sameWords(words, argv)) return refusal
  // The caller may change the arguments, not the program.
  if (!startsWithWords(words, tool.program) || words.some((word) => word.includes('\0'))) {
    report('changeArguments returned another program')
    return refusal
  }
  return { kind: 'again', argv: words, waitMs: 0 }
}

async function fixed(command: string, context: MoveContext): Promise<MoveOrEnd> {
  const { settings, tool, verdict, report } = context
  const target = parseCommandLine(command, tool)
  if (target === undefined || target.elsewhere || settings.approveFix === undefined)
    return escalate('FIX_NEEDED', verdict.message)
  const facts = await context.factsAbout(target)
  const words = shownCommand(target.argv)
  // By contract a correction can be repeated; a destructive one is refused without asking.
  if (facts.to?.danger === 'destructive') {
    const message = `'${words}' is not run, because the manifest calls it destructive.`
    return escalate('FIX_NEEDED', message)
  }
  const isKnown = whyUnknownFix(facts) === undefined
  const asked = { ...questionOf(context), command: target.argv, isKnown }
  if (await isApproved(settings, asked, report, 'approveFix'))
    return { kind: 'fix_first', command: target.argv }
  const why = isKnown ? 'was not approved.' : `may do more than correct ${REFUSED}`
  return escalate('FIX_NEEDED', `'${words}' ${why}`)
}
