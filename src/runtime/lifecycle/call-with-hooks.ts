import { describeThrown } from '../run/describe-error.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import type { RunEnd } from '../run/run-end.ts'
import type { Run } from '../run/run-state.ts'
import { makeContext } from '../services/create-context.ts'

/** Calls a command between the hooks of its tool. */
export async function callWithHooks(
  run: Run,
  input: ParsedInput,
  call: () => Promise<RunEnd>,
): Promise<RunEnd> {
  const { beforeRun, afterRun } = run.cli.declaration
  const context = makeContext(run, input)
  const after = async (end: { data: unknown } | { error: unknown }): Promise<void> => {
    // The limit or a signal has ended the run; its answer is under way.
    if (run.isEnded) return
    try {
      await afterRun?.(context, end)
    } catch (error) {
      // The work is done, and a failure would deny it.
      run.warnings.push(`afterRun() failed: ${describeThrown(error)}`)
    }
  }
  await beforeRun?.(context)
  let end: RunEnd
  try {
    end = await call()
  } catch (error) {
    await after({ error })
    throw error
  }
  await after({ data: end.kind === 'data' ? end.data : null })
  return end
}
