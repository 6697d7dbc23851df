import type { Call } from '../run/call.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import { describeThrown } from '../run/errors/describe-error.ts'
import { isOver, unsay, warn } from '../run/run-state.ts'
import { makeContext } from '../services/create-context.ts'

type End = { readonly data: unknown } | { readonly error: unknown }

/** Calls the hooks around the rest of a call. */
export async function callHooks(call: Call, next: () => MaybeLater<RunEnd>): Promise<RunEnd> {
  const { run } = call
  const { beforeRun, afterRun } = run.cli.declaration
  const context = makeContext(call)
  const after = async (end: End): Promise<void> => {
    // The limit or a signal has ended the run; its answer is under way.
    if (isOver(run)) return
    // Stands in the answer only if the limit or a signal ends the run here.
    const unfinished = `afterRun() did not end; ${describeEnd(end)}`
    warn(run, unfinished)
    let problem: string | null = null
    try {
      await afterRun?.(context, end)
    } catch (error) {
      // The work is done, and a failure would deny it.
      problem = `afterRun() failed: ${describeThrown(error)}`
    }
    if (isOver(run)) return
    unsay(run, [], [unfinished])
    if (problem !== null) warn(run, problem)
  }
  await beforeRun?.(context)
  let end: RunEnd
  try {
    end = await next()
  } catch (error) {
    await after({ error })
    throw error
  }
  await after({ data: end.kind === 'data' ? end.data : null })
  return end
}

function describeEnd(end: End): string {
  return 'error' in end
    ? `before that the command had failed: ${describeThrown(end.error)}`
    : 'the command itself had succeeded.'
}
