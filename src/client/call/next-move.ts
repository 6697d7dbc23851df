import type { Outcome } from '../../contract/index.ts'
import { parseCommandLine, sameWords, type ToolName } from './redirect/command-line.ts'
import { ask } from './ask-caller.ts'
import { withFlag, withoutFlag } from './injected-flags.ts'
import { isApproved, whyApprovalIsNeeded } from './redirect/redirect-approval.ts'
import type { Question } from '../options.ts'
import type { DeclaredCommand } from '../decide/policy.ts'
import type { Settings } from '../settings.ts'
import {
  escalate,
  type FollowRedirect,
  type Verdict,
  type VerdictReason,
} from '../decide/verdict.ts'

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

/** Turns a verdict into the next step; asks the caller where it needs approval. */
export async function nextMove(verdict: Verdict, context: MoveContext): Promise<Move> {
  const { settings, argv, outcome, report } = context
  const question: Question = { argv, outcome, verdict }
  const end = (reason: VerdictReason, message?: string): Move => ({
    kind: 'end',
    verdict: { ...escalate(reason, message), soft_redirects: verdict.soft_redirects },
  })
  switch (verdict.kind) {
    case 'accept':
    case 'use_cache':
    case 'escalate':
      return { kind: 'end', verdict }
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
        return end('TOKEN_INVALID', 'The credentials could not be refreshed; new ones are needed.')
      }
      return { kind: 'again', argv, waitMs: 0, ...(refreshed !== true && { env: refreshed.env }) }
    }
    case 'fix_and_reissue':
      return verdict.command === null
        ? changed(question, context, end)
        : fixed(verdict.command, question, context, end)
    case 'follow_redirect':
      return redirected(verdict, question, context, end)
  }
}

type End = (reason: VerdictReason, message?: string) => Move

async function redirected(
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

async function changed(question: Question, context: MoveContext, end: End): Promise<Move> {
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

async function fixed(
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
