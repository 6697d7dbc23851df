import { isOver, onEnd, type Run } from '../../run/run-state.ts'
import { makeContext } from '../../services/create-context.ts'
import type { Step } from '../step.ts'

/** Opens what a command shares with others, and registers its end with the run. */
export const setup: Step = {
  applies: ({ command }) => command.declaration.setup !== undefined,
  run: async (call, next) => {
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
  },
}

/** Stops a run whose answer is under way: its handler must not start any more. */
function refuseIfEnded(run: Run): void {
  if (isOver(run)) throw new Error('The run is over.')
}
