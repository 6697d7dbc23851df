import every from './every-member.json' with { type: 'json' }
import { fail, succeed, type Outcome, type OutcomeErrorInput } from '../../contract/index.ts'
import type { Dialect, LossKind } from '../dialect.ts'
import { LOSS_KINDS, writeWithLosses } from './losses.ts'

const { meta } = every
const error = every.error as OutcomeErrorInput

/** Outcomes that together use every member of an outcome. */
export const EVERYTHING: readonly Outcome[] = [
  succeed({ data: { id: 1 }, warnings: ['careful'], meta }),
  succeed({ data: [1], meta }),
  succeed({ data: 'text', meta }),
  succeed({ data: null, meta: { ...meta, not_modified: true } }),
  fail({ exit: 'NOT_FOUND', error, warnings: ['careful'], meta }),
  fail({
    exit: 'RATE_LIMITED',
    error: { ...error, retry_after_ms: 1500, retry_strategy: 'linear_backoff' },
  }),
  fail({ exit: 'ARG_ERROR', error: { ...error, fix_required: 'Fix it', fix_command: 'tool fix' } }),
  fail({
    exit: 'REDIRECTED',
    error: { code: 'MOVED', message: 'm', redirect: { command: 'tool new', permanent: true } },
  }),
]

/** Lists what a dialect has no member for, in the order of the kinds. */
export function lostKinds(dialect: Dialect): readonly LossKind[] {
  const ends = [
    ...EVERYTHING,
    succeed({ data: null, meta: { own: 1 } }),
    // Members that envelopes have themselves.
    succeed({ data: { command: 'x', cta: meta.cta } }),
    fail({ exit: 'CONFLICT', error: { ...error, code: 'not upper' }, data: { id: 1 } }),
  ]
  const losses = ends.flatMap((end) => writeWithLosses(dialect, end, { stow: 'never' }).losses)
  const found = new Set(losses.map(({ kind }) => kind))
  return (Object.keys(LOSS_KINDS) as LossKind[]).filter((kind) => found.has(kind))
}
