import type { MaybeLater } from '../run/maybe-later.ts'
import type { Call } from '../run/call.ts'
import type { RunEnd } from '../run/ending/run-end.ts'

/** A feature on the way of a call to its handler. */
export interface Step {
  /** Tests whether it takes part in a call; asked when the steps before it have run. */
  readonly applies: (call: Call) => boolean
  /** Refuses, wraps, replays or records a call. */
  readonly run: (call: Call, next: () => MaybeLater<RunEnd>) => MaybeLater<RunEnd>
}
