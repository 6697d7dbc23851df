import type { Call } from '../run/call.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import { commandName } from '../run/run-state.ts'

/** Calls the hook of a command. */
export async function callValidate(
  { run, command, input: { args, options, env } }: Call,
  next: () => MaybeLater<RunEnd>,
): Promise<RunEnd> {
  const context = { args, options, env, command: commandName(run), now: run.world.now }
  const problems = await command.declaration.validate!(context)
  if (problems && problems.length > 0) throw inputFailure(run, problems)
  return next()
}
