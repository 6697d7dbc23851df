import { warn, type Run } from '../run/run-state.ts'

/** How long cleanup hooks may take before the run ends without them. */
const CLEANUP_LIMIT_MS = 3000

/** Calls the hooks of a run, last one first, and ends the children of one that was cut off; `skipped` ends the wait. */
export async function cleanUp(run: Run, isCutOff: boolean, skipped: Promise<void>): Promise<void> {
  if (isCutOff) run.abort()
  const hooks = callHooks(run, skipped)
  // A child that the program started itself knows nothing of the run's signal.
  if (isCutOff && run.world.direct)
    await (await import('@surety/internal/process/process-table.ts')).endDescendants()
  await hooks
}

async function callHooks(run: Run, skipped: Promise<void>): Promise<void> {
  const { cleanups } = run
  const inTurn = async () => {
    while (cleanups.length > 0) await callHook(run, cleanups.pop()!)
    return null
  }
  let timer: NodeJS.Timeout | undefined
  // A child that was promised more time before it is killed has it.
  const promised = Math.max(0, ...cleanups.map(({ graceMs = 0 }) => graceMs))
  const limitMs = promised + CLEANUP_LIMIT_MS
  const cut = new Promise<string>((resolve) => {
    const late = `Cleanup did not finish within ${limitMs} ms and was abandoned.`
    timer = setTimeout(() => resolve(late), limitMs)
    void skipped.then(() => resolve('Cleanup was abandoned after a second signal.'))
  })
  const problem = await Promise.race([inTurn(), cut])
  clearTimeout(timer)
  if (problem === null) return
  warn(run, problem)
  // What is left is at least begun; hooks of the framework need no time.
  for (const hook of cleanups.splice(0).toReversed()) void callHook(run, hook)
}

async function callHook(run: Run, hook: () => void | Promise<void>): Promise<void> {
  try {
    await hook()
  } catch (error) {
    warn(run, `Cleanup failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
