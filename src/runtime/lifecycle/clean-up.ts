import type { RunEnd } from '../run/ending/run-end.ts'
import type { Run } from '../run/run-state.ts'

/** How long cleanup hooks may take before the run ends without them. */
const CLEANUP_LIMIT_MS = 3000

/**
 * Calls the hooks of a run, last one first. If the run was cut off, aborts its signal and ends its child processes
 * too. A failed hook is a warning; `skipped` ends the wait for hooks.
 */
export async function cleanUp(run: Run, end: RunEnd, skipped: Promise<void>): Promise<void> {
  const { cleanups } = run.ending
  const isCutOff = end.kind === 'interrupted' || end.kind === 'timed-out'
  if (isCutOff) {
    run.ending.abort()
    const cleanup = run.command?.declaration.cleanup
    if (cleanup) cleanups.unshift(() => cleanup())
  }
  if (!isCutOff && cleanups.length === 0) return
  const hooks = callHooks(run, skipped)
  // A child that the program started itself knows nothing of the run's signal.
  if (isCutOff && run.world.direct)
    await (await import('../../internal/process/process-groups.ts')).endDescendants()
  await hooks
}

async function callHooks(run: Run, skipped: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const cut = new Promise<string>((resolve) => {
    const late = `Cleanup did not finish within ${CLEANUP_LIMIT_MS} ms and was abandoned.`
    timer = setTimeout(() => resolve(late), CLEANUP_LIMIT_MS)
    void skipped.then(() => resolve('Cleanup was abandoned after a second signal.'))
  })
  const problem = await Promise.race([callInTurn(run), cut])
  clearTimeout(timer)
  if (problem === null) return
  run.warnings.push(problem)
  // What is left is at least begun; hooks of the framework need no time.
  for (const hook of run.ending.cleanups.splice(0).toReversed()) void callHook(run, hook)
}

async function callInTurn(run: Run): Promise<null> {
  const { cleanups } = run.ending
  while (cleanups.length > 0) await callHook(run, cleanups.pop()!)
  return null
}

async function callHook(run: Run, hook: () => void | Promise<void>): Promise<void> {
  try {
    await hook()
  } catch (error) {
    run.warnings.push(`Cleanup failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
