import type { Call } from '../../run/call.ts'
import type { Run } from '../../run/run-state.ts'
import { makeContext } from '../../services/create-context.ts'

/** Opens what a command shares with others, and registers its end with the run. */
export async function openSetup(call: Call): Promise<void> {
  const { run, command } = call
  const setup = command.declaration.setup!
  refuseIfEnded(run)
  run.phase = 'execution'
  const opening = Promise.resolve(setup.open(makeContext(call)))
  // Registered before it is open: a signal may come while it opens, and then it is closed as soon as it is.
  run.ending.cleanups.push(async () => {
    const opened = await opening.then(
      (shared) => ({ shared }),
      () => null,
    )
    if (opened) await setup.close?.(opened.shared)
  })
  call.setup = await opening
  refuseIfEnded(run)
}

/** Stops a run whose answer is under way: its handler must not start any more. */
function refuseIfEnded(run: Run): void {
  if (run.ending.isEnded) throw new Error('The run is over.')
}
