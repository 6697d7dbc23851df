import type { RunResult } from '../../../../client/index.ts'
import type { JsonObject } from '../../../../contract/index.ts'
import { quoteWords } from '../../../../internal/quote-words.ts'
import { answersDirOf, stateDirOf } from '../../../state-folder.ts'
import { bytesOf, maxBytes } from './answer-size.ts'

/** A result that fits into one answer, with notes and a warning if it was cut. */
export interface Fitted {
  readonly result: RunResult
  readonly notes: JsonObject
  readonly warning?: string
}

/**
 * Cuts an answer that is too large. The cursor of the framework would run the tool again to continue,
 * so the full answer is saved instead, and the hint names a command that only reads it.
 */
export async function fitAnswer(
  result: RunResult,
  options: { readonly stateDir?: string | undefined; readonly journal: boolean },
  env: NodeJS.ProcessEnv,
  tokenLimit: number | null = null,
): Promise<Fitted> {
  const { outcome, call } = result
  const most = maxBytes(env['SURETY_MAX_OUTPUT_BYTES'])
  const bytes = most === Number.POSITIVE_INFINITY ? 0 : bytesOf(outcome.data)
  const isWindow = tokenLimit !== null && outcome.data !== null
  if (bytes <= most && !isWindow) return { result, notes: {} }
  const [{ keepAnswer }, { shorten }] = await Promise.all([
    import('./kept-answers.ts'),
    import('./shorten-data.ts'),
  ])
  const folder = answersDirOf(stateDirOf(options.stateDir, env))
  const isKept = options.journal && (await keepAnswer(folder, call, outcome.data))
  const state = options.stateDir === undefined ? [] : ['--state-dir', options.stateDir]
  const window = isWindow ? ['--token-limit', String(tokenLimit)] : []
  const hint = quoteWords(['surety', 'journal', 'answer', call, ...window, ...state])
  // The framework cuts to the tokens; offsets read the kept answer, because `run` would run the tool again.
  if (bytes <= most) return { result, notes: isKept ? { truncation_hint: hint } : {} }
  return {
    result: {
      ...result,
      outcome: { ...outcome, data: shorten(outcome.data, most, outcome.ok ? 'start' : 'end') },
    },
    notes: { truncated: true, total_bytes: bytes, ...(isKept && { truncation_hint: hint }) },
    warning: isKept
      ? `The answer was cut. ${outcome.meta.truncated === true ? 'More' : 'All'} of it: ${hint}`
      : 'The answer was cut and the rest was not saved. Set SURETY_MAX_OUTPUT_BYTES=0 to lift the limit.',
  }
}
