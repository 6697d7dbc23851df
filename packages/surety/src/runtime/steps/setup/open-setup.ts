import type { Call } from '../../run/call.ts'
import type { RunEnd } from '../../run/ending/run-end.ts'
import type { MaybeLater } from '../../run/maybe-later.ts'
import { isOver, onEnd, type Run } from '../../run/run-state.ts'
import { makeContext } from '../../services/create-context.ts'

/** Opens what the handler gets as `setup`. */
export async function openSetup(call: Call, next: () => MaybeLater<RunEnd>): Promise<RunEnd> {
  const { run, command } = call
  const declared = command.declaration.setup!
  refuseIfEnded(run)
  run.phase = 'execution'
  const opening = Promise.resolve(declared.open(makeContext(call)))
  // Registered before it is open: a signal may come while it opens, and then it is closed as soon as it is.
  onEnd(run, async () => {
    const opened = await opening.then(
      (shared) => ({ shared }),
      () => null,
    )
    if (opened) await declared.close?.(opened.shared)
  })
  call.setup = await opening
  refuseIfEnded(run)
  return next()
}

/** Stops a run whose answer is under way: its handler must not start any more. */
function refuseIfEnded(run: Run): void {
  if (isOver(run)) throw new Error('The run is over.')
}
