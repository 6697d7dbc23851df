import type { RespondGeneration } from '../codes/exit-codes.ts'
import { isEnvelope } from '../envelope/is-envelope.ts'
import { pointerOf, Problems, type ContractProblem } from './contract-problem.ts'
import { toJsonValue } from '../json/to-json-value.ts'
import {
  checkCount,
  checkFlag,
  checkKnown,
  checkObject,
  checkRequired,
  checkText,
  checkTexts,
  checkVersion,
  checkWord,
  type Members,
} from './validate-members.ts'
import { PHASES, REDIRECT_REASONS, RETRY_STRATEGIES } from '../codes/vocabulary.ts'

/**
 * Finds everything that is wrong with an envelope; an empty list means that the published schema of
 * the generation accepts it. Never throws. Written by hand, so that no schema has to be compiled.
 *
 * @example
 * ```ts
 * import { validateEnvelope } from 'surety/contract'
 *
 * validateEnvelope({ ok: true, data: {}, error: null, warnings: [] })
 * // [{ pointer: '/meta', code: 'MISSING_MEMBER', message: '/meta is missing.' }]
 * ```
 */
export function validateEnvelope(
  value: unknown,
  generation: RespondGeneration = '1.0',
): readonly ContractProblem[] {
  try {
    return isEnvelope(value, generation) ? NONE : explain(value, generation)
  } catch {
    return explainHostile(value, (readable) => explain(readable, generation))
  }
}

const NONE: readonly ContractProblem[] = Object.freeze([])

/**
 * Validates an object that throws when it is read: the readable part is checked as JSON, and the rest
 * is reported.
 */
export function explainHostile(
  value: unknown,
  explainJson: (readable: unknown) => readonly ContractProblem[],
): readonly ContractProblem[] {
  const { json, changes } = toJsonValue(value)
  const unreadable = new Set(
    changes.filter(({ kind }) => UNREADABLE.has(kind)).map(({ pointer }) => pointer),
  )
  const others = explainJson(json).filter(({ pointer }) => !unreadable.has(pointer))
  // It threw before, so it stays invalid even if it can be read now.
  if (unreadable.size + others.length === 0) unreadable.add('')
  const problems = new Problems()
  for (const pointer of unreadable) problems.add(pointer, 'UNREADABLE', 'cannot be read')
  return [...problems.found, ...others]
}

const UNREADABLE: ReadonlySet<string> = new Set(['getter-threw', 'to-json-threw', 'unreadable'])

const TOP = ['ok', 'data', 'error', 'warnings', 'meta'] as const
const ERROR_10 = [
  'code',
  'message',
  'detail',
  'retryable',
  'retry_after',
  'phase',
  'suggestion',
  'redirect',
] as const
const REDIRECT = ['command', 'permanent', 'reason'] as const

function explain(value: unknown, generation: RespondGeneration): readonly ContractProblem[] {
  const problems = new Problems()
  if (!checkObject(value, '', problems)) return problems.found
  checkRequired(value, TOP, '', problems)
  checkKnown(value, TOP, '', problems)
  checkFlag(value, 'ok', '', problems)
  const { data, error, meta } = value
  if (data !== undefined && typeof data !== 'object') {
    problems.wrongType('/data', 'an object, an array or null', data)
  }
  if (error !== undefined && error !== null && checkObject(error, '/error', problems)) {
    explainError(error, generation, problems)
  }
  checkTexts(value, 'warnings', '', problems)
  if (meta !== undefined && checkObject(meta, '/meta', problems)) explainMeta(meta, problems)
  return problems.found
}

function explainError(error: Members, generation: RespondGeneration, problems: Problems): void {
  const at = '/error'
  checkRequired(error, ['code', 'message'], at, problems)
  if (generation === '1.0') checkKnown(error, ERROR_10, at, problems)
  for (const key of ['code', 'message', 'detail', 'suggestion']) checkText(error, key, at, problems)
  checkFlag(error, 'retryable', at, problems)
  checkWord(error, 'phase', PHASES, at, problems)
  if (generation === '1.0') {
    checkCount(error, 'retry_after', at, problems)
  } else {
    checkCount(error, 'retry_after_ms', at, problems)
    checkWord(error, 'retry_strategy', RETRY_STRATEGIES, at, problems)
    checkText(error, 'fix_required', at, problems)
    checkText(error, 'fix_command', at, problems)
  }
  const { redirect } = error
  if (redirect === undefined) return
  const pointer = pointerOf(at, 'redirect')
  if (!checkObject(redirect, pointer, problems)) return
  checkRequired(redirect, ['command', 'permanent'], pointer, problems)
  checkKnown(redirect, REDIRECT, pointer, problems)
  checkText(redirect, 'command', pointer, problems)
  checkFlag(redirect, 'permanent', pointer, problems)
  checkWord(redirect, 'reason', REDIRECT_REASONS, pointer, problems)
}

function explainMeta(meta: Members, problems: Problems): void {
  const at = '/meta'
  checkRequired(meta, ['duration_ms'], at, problems)
  checkCount(meta, 'duration_ms', at, problems)
  checkText(meta, 'request_id', at, problems)
  checkVersion(meta, 'schema_version', at, problems)
  checkFlag(meta, 'not_modified', at, problems)
  checkFlag(meta, 'truncated', at, problems)
  checkText(meta, 'cursor', at, problems)
}
