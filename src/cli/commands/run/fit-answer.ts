import type { RunResult } from '../../../client/index.ts'
import type { JsonObject } from '../../../contract/index.ts'
import { quoteWords } from '../../../internal/shell-words.ts'
import { keepAnswer } from './kept-answers.ts'
import { answersDirOf, stateDirOf } from '../../state-folder.ts'
import { bytesOf, maxBytes, shorten } from './shorten-data.ts'

/** A result that fits into one answer, and what to say where it was cut. */
export interface Fitted {
  readonly result: RunResult
  readonly notes: JsonObject
  readonly warning?: string
}

/**
 * Cuts an answer that is too large. The framework would hand out a cursor that continues by making the
 * answer once more, which here would run the tool again; so the whole is kept, and the hint names a
 * command that only reads it.
 */
export async function fitAnswer(
  result: RunResult,
  options: { readonly stateDir?: string | undefined; readonly journal: boolean },
  env: NodeJS.ProcessEnv,
): Promise<Fitted> {
  const { outcome, call } = result
  const most = maxBytes(env['SURETY_MAX_OUTPUT_BYTES'])
  const bytes = most === Number.POSITIVE_INFINITY ? 0 : bytesOf(outcome.data)
  if (bytes <= most) return { result, notes: {} }
  const folder = answersDirOf(stateDirOf(options.stateDir, env))
  const isKept = options.journal && (await keepAnswer(folder, call, outcome.data))
  const state = options.stateDir === undefined ? [] : ['--state-dir', options.stateDir]
  const hint = quoteWords(['surety', 'journal', 'answer', call, ...state])
  return {
    result: { ...result, outcome: { ...outcome, data: shorten(outcome.data, most) } },
    notes: { truncated: true, total_bytes: bytes, ...(isKept && { truncation_hint: hint }) },
    warning: isKept
      ? `The answer was cut. ${outcome.meta.truncated === true ? 'More' : 'All'} of it: ${hint}`
      : 'The answer was cut, and the rest is not kept. SURETY_MAX_OUTPUT_BYTES=0 lifts the limit for calls to come.',
  }
}
