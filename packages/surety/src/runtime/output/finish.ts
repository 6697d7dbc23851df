import { succeed } from '../../contract/index.ts'
import { successWriterOf } from '../../dialects/wires.ts'
import type { UnfinishedOutcome } from '../run/ending/run-end.ts'
import type { Run } from '../run/run-state.ts'
import { surroundingsOf, type FinishedRun } from './surroundings.ts'
import type { MaybeLater } from '../run/maybe-later.ts'

/**
 * Finishes a run: removes secrets and terminal codes from everything except the data, adds `meta`, and
 * encodes the outcome in the run's dialect. Every answer passes through here, however the run ended,
 * so that none can skip a step.
 */
export function finish(run: Run, unfinished: UnfinishedOutcome): MaybeLater<FinishedRun> {
  const { dialect, isLossless } = run.output
  const { data, failure } = unfinished
  const write = failure === null && !isLossless ? successWriterOf(dialect) : undefined
  if (!write) return import('./encode-run.ts').then((its) => its.encodeRun(run, unfinished))
  const outcome = succeed({ data, ...surroundingsOf(run, unfinished) })
  return { outcome, encoded: write(outcome), facts: unfinished }
}
