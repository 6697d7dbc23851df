import type { Run } from '../../run/run-state.ts'

/** How long cleanup hooks may take before the run ends without them. */
const CLEANUP_LIMIT_MS = 3000

/** Calls the hooks of a run, last one first; if it was cut off, also ends its child processes. */
export async function runCleanup(run: Run, isCutOff: boolean): Promise<void> {
  const hooks = callHooks(run)
  // A child that the program started itself knows nothing of the run's signal.
  if (isCutOff && run.world.direct) {
    const { endDescendants } = await import('../../../internal/process/end-descendants.ts')
    await endDescendants()
  }
  await hooks
}

async function callHooks(run: Run): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const cut = new Promise<string>((resolve) => {
    const late = `Cleanup did not finish within ${CLEANUP_LIMIT_MS} ms and was abandoned.`
    timer = setTimeout(() => resolve(late), CLEANUP_LIMIT_MS)
    run.skipCleanup = () => resolve('Cleanup was abandoned after a second signal.')
  })
  const problem = await Promise.race([callInTurn(run), cut])
  clearTimeout(timer)
  run.skipCleanup = null
  if (problem === null) return
  run.warnings.push(problem)
  // What is left is at least begun; hooks of the framework need no time.
  for (const hook of run.cleanups.splice(0).toReversed()) void callHook(run, hook)
}

async function callInTurn(run: Run): Promise<null> {
  while (run.cleanups.length > 0) await callHook(run, run.cleanups.pop()!)
  return null
}

async function callHook(run: Run, hook: Run['cleanups'][number]): Promise<void> {
  try {
    await hook()
  } catch (error) {
    run.warnings.push(`Cleanup failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
