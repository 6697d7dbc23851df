import type { Generation } from '../../contract/index.ts'
import type { CheckedInput } from '../input/read-input.ts'
import type { FinishedRun } from '../output/surroundings.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import type { Call } from '../run/call.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import type { Run } from '../run/run-state.ts'

/**
 * A feature on the way of a call, which takes part where it has a function, with all that belongs to it: deleting its
 * folder and its line in the list removes it.
 */
export interface Step {
  /** The first generation of the spec that has it; without one all have it. */
  readonly since?: Generation
  /** Looks at the input as it was given, before anybody knows whether it is valid; may refuse it. */
  readonly look?: (run: Run, given: CheckedInput) => void | Promise<void>
  /** Tests whether `run` takes part in a call; asked when the steps before it have run. */
  readonly applies?: (call: Call) => boolean
  /** Refuses, wraps, replays or records a call. */
  readonly run?: (call: Call, next: () => MaybeLater<RunEnd>) => MaybeLater<RunEnd>
  /** Wraps the finishing of an answer, whether it is a success or not. */
  readonly finish?: (run: Run, next: () => MaybeLater<FinishedRun>) => MaybeLater<FinishedRun>
}
