import { escalate, type Verdict, type VerdictReason } from '../../decide/verdict.ts'
import type { Question } from '../../options.ts'
import { ask } from '../ask-caller.ts'
import { withFlag, withoutFlag } from '../injected-flags.ts'
import type { Move, MoveContext } from './move.ts'

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
      return { kind: 'end', verdict }
    case 'escalate':
      return verdict.reason === 'NO_PROGRESS'
        ? (await unusual()).cancelled(verdict, context)
        : { kind: 'end', verdict }
    case 'continue_work':
      return (await unusual()).continued(verdict, context, end)
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
        ? (await unusual()).changed(question, context, end)
        : (await unusual()).fixed(verdict.command, question, context, end)
    case 'follow_redirect':
      return (await unusual()).redirected(verdict, question, context, end)
  }
}

/** Most calls need none of these. */
const unusual = () => import('./unusual-moves.ts')
