import type { Command } from '../../declare/command.ts'
import type { ParsedInput } from '../../run/parsed-input.ts'
import type { Run } from '../../run/run-state.ts'
import { makeContext } from '../../services/create-context.ts'

/** Opens what a command shares with others, and registers its end with the run. */
export async function openSetup(run: Run, command: Command, input: ParsedInput): Promise<void> {
  const setup = command.declaration.setup!
  refuseIfEnded(run)
  run.phase = 'execution'
  const opening = Promise.resolve(setup.open(makeContext(run, input)))
  // Registered before it is open: a signal may come while it opens, and then it is closed as soon as it is.
  run.cleanups.push(async () => {
    const opened = await opening.then(
      (shared) => ({ shared }),
      () => null,
    )
    if (opened) await setup.close?.(opened.shared)
  })
  run.setup = await opening
  refuseIfEnded(run)
}

/** Stops a run whose answer is under way: its handler must not start any more. */
function refuseIfEnded(run: Run): void {
  if (run.isEnded) throw new Error('The run is over.')
}
