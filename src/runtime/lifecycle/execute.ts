import { traitsOf, type Encoder } from '../../dialects/index.ts'
import { abortRun, type Run } from '../run/run-state.ts'
import type { Ending } from '../run/run-end.ts'
import { encoderOf } from '../run/encode-outcome.ts'
import type * as WatchPending from '../watchdog/watchdog.ts'
import type { PendingWatch } from '../watchdog/watchdog.ts'

/** How long cleanup hooks may take before the run ends without them. */
const CLEANUP_LIMIT_MS = 3000

/** The same where the handler was broken off: whatever waits for it waits in vain. */
const BROKEN_CLEANUP_LIMIT_MS = 300

/** Runs whose handler was stopped in the middle of a loop. */
const brokenOff = new WeakSet<Run>()

/** Second threads that watch over a handler. */
const watches = new WeakMap<Run, PendingWatch>()

/** Timers wrap around beyond it. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

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
      watches.get(run)?.heard(ending)
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

/**
 * Calls the handler under its time limit, a loop that never yields included. One that is known to go
 * on after it has returned is watched more cheaply.
 */
export function callWithDeadline(run: Run, handler: () => unknown, goesOn = false): unknown {
  // A busy thread cannot load its dialect any more; the spec's own are at hand.
  const isAtHand = !run.world.loadNow || traitsOf(run.output.dialect).generation !== undefined
  const encoder = isAtHand ? null : encoderOf(run)
  if (!(encoder instanceof Promise)) return start(run, encoder, handler, goesOn)
  return encoder.then((loaded) => start(run, loaded, handler, goesOn))
}

function start(
  run: Run,
  encoder: Encoder | null,
  handler: () => unknown,
  goesOn: boolean,
): unknown {
  const { watch } = run.world
  if (watch) {
    return watch(handler, {
      limitMs: timeLeft(run),
      goesOn,
      onLate: () => {
        brokenOff.add(run)
        return TIMED_OUT
      },
      onPending: (pending) => withDeadline(run, pending, startWatch(run, encoder)),
    })
  }
  const started = handler()
  return run.timeoutMs > 0 && isPending(started) ? withDeadline(run, started, null) : started
}

async function withDeadline(
  run: Run,
  pending: PromiseLike<unknown>,
  watch: PendingWatch | null,
): Promise<unknown> {
  const left = timeLeft(run)
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    if (left === 0) return
    timer = setTimeout(() => reject(TIMED_OUT), left)
    // A run that waits for nothing but its own time limit is stuck, and says so at once.
    timer.unref()
  })
  try {
    return await Promise.race([pending, deadline])
  } finally {
    clearTimeout(timer)
    watches.delete(run)
    watch?.end()
  }
}

/** Has a second thread watch over a handler that is still at work. */
function startWatch(run: Run, encoder: Encoder | null): PendingWatch | null {
  const loaded = run.world.loadNow?.('watchdog') as typeof WatchPending | null | undefined
  if (!loaded) return null
  const watch = loaded.watchPending(run, encoder, timeLeft(run))
  watches.set(run, watch)
  return watch
}

/** The milliseconds that a run may still take, as a timer understands them; 0 without a limit. */
function timeLeft({ timeoutMs, duration }: Run): number {
  if (timeoutMs === 0) return 0
  return Math.min(Math.max(1, Math.ceil(timeoutMs - duration.elapsed())), LONGEST_TIMER_MS)
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
  const limitMs = brokenOff.has(run) ? BROKEN_CLEANUP_LIMIT_MS : CLEANUP_LIMIT_MS
  const limit = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limitMs)
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
