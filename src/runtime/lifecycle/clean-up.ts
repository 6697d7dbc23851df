import type { RunEnd } from '../run/run-end.ts'
import { abortRun, type Run } from '../run/run-state.ts'

/** How long cleanup hooks may take before the run ends without them. */
const CLEANUP_LIMIT_MS = 3000

/** Aborts the run's signal and calls its cleanup hooks, last one first; a failed hook is a warning. */
export function cleanUp(run: Run, end: RunEnd): void | Promise<void> {
  if (end.kind === 'interrupted' || end.kind === 'timed-out') {
    abortRun(run, new Error('The run is over.'))
    const cleanup = run.command?.declaration.cleanup
    if (cleanup) run.cleanups.unshift(() => cleanup())
  }
  if (run.cleanups.length > 0) return callHooks(run)
}

async function callHooks(run: Run): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), CLEANUP_LIMIT_MS)
  })
  const result = await Promise.race([runHooks(run), limit])
  clearTimeout(timer)
  if (result === 'late')
    run.warnings.push(`Cleanup did not finish within ${CLEANUP_LIMIT_MS} ms and was abandoned.`)
}

async function runHooks(run: Run): Promise<'done'> {
  while (run.cleanups.length > 0) {
    const hook = run.cleanups.pop()!
    try {
      await hook()
    } catch (error) {
      run.warnings.push(`Cleanup failed: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return 'done'
}
