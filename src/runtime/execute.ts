import { abortRun, type Run } from './run.ts'
import type { Ending } from './ending.ts'
import { watchPending } from './watch-pending.ts'

/** How long cleanup hooks may take before the run ends without them. */
const CLEANUP_LIMIT_MS = 3000

/**
 * Runs the work of a command to an ending, whatever happens: the one place where everything that is
 * thrown, rejected, too slow or interrupted arrives. Never rejects.
 */
export function execute(run: Run, work: () => Promise<Ending>): Promise<Ending> {
  return new Promise((resolve) => {
    let isOver = false
    const end = (ending: Ending): void => {
      if (isOver) return
      isOver = true
      stopListening()
      resolve(ending)
    }
    const stopListening = run.world.onInterruption((by) => end({ kind: 'interrupted', by }))
    try {
      work().then(end, (error: unknown) => end({ kind: 'threw', error }))
    } catch (error) {
      end({ kind: 'threw', error })
    }
  })
}

/** Calls the handler under its time limit, a loop that never yields included. */
export function callWithDeadline(run: Run, handler: () => unknown): unknown {
  const { world, timeoutMs } = run
  if (timeoutMs === 0) return handler()
  const started = world.watch ? world.watch(handler, timeoutMs, TIMED_OUT) : handler()
  if (!isPending(started)) return started
  return withDeadline(run, started)
}

async function withDeadline(run: Run, pending: PromiseLike<unknown>): Promise<unknown> {
  const left = Math.max(1, run.timeoutMs - run.duration.elapsed())
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(TIMED_OUT), left)
    // A run that waits for nothing but its own time limit is stuck, and says so at once.
    timer.unref()
  })
  const stopWatching = watchPending(run, left)
  try {
    return await Promise.race([pending, deadline])
  } finally {
    clearTimeout(timer)
    stopWatching()
  }
}

/** What a passed time limit is thrown as; never leaves this folder. */
export const TIMED_OUT: unique symbol = Symbol('timed out')

/** Ends what the run started: signal, hooks in reverse order, each failure a warning. */
export function cleanUp(run: Run, ending: Ending): void | Promise<void> {
  if (ending.kind === 'interrupted' || ending.kind === 'timed-out') {
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
  if (result === 'late') run.warnings.push('Cleaning up took too long and was given up.')
}

async function runHooks(run: Run): Promise<'done'> {
  while (run.cleanups.length > 0) {
    const hook = run.cleanups.pop()!
    try {
      await hook()
    } catch (error) {
      run.warnings.push(
        `Cleaning up failed: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  return 'done'
}

function isPending(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as PromiseLike<unknown>).then === 'function'
  )
}
