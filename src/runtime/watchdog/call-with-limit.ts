import type { Script } from 'node:vm'

import { loadNow } from './load-sync.ts'
import type * as WatchPending from './watchdog.ts'
import type { WatchedCall } from '../process/world.ts'

/** The call that the watched script makes; the script itself never changes, so it is compiled once. */
const WORK = Symbol.for('surety.work')
let script: Script | undefined

/**
 * Calls `work` under V8's own watchdog. Where it is known to go on later, the watch includes all that
 * follows before the process would wait for anything: a loop after `await null` is ended like one
 * that begins at once.
 */
export function watch(work: () => unknown, watched: WatchedCall): unknown {
  return watched.goesOn ? watchOn(work, watched) : watchOnce(work, watched)
}

function watchOnce(work: () => unknown, { limitMs, onLate, onPending }: WatchedCall): unknown {
  let started: unknown
  try {
    callWithin(limitMs, () => {
      started = work()
    })
  } catch (error) {
    if (!isOutOfTime(error)) throw error
    return new Promise((_, reject) => {
      process.nextTick(() => leaveTick(() => reject(onLate())))
    })
  }
  return !isThenable(started) || parts()?.isSettled(started) ? started : onPending(started)
}

function watchOn(
  work: () => unknown,
  { limitMs, onLate, onPending }: WatchedCall,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    // Only outside of a microtask can the ones that `work` leaves behind be run from here.
    process.nextTick(() => {
      let started: PromiseLike<unknown> | null = null
      let isPending = false
      const settle = (): void => {
        isPending = false
      }
      try {
        callWithin(limitMs, () => {
          started = work() as PromiseLike<unknown>
          isPending = true
          started.then(settle, settle)
          // Without it a promise counts as pending and is watched from the first moment on.
          ;(process as { _tickCallback?: () => void })._tickCallback?.()
        })
      } catch (error) {
        if (isOutOfTime(error)) return leaveTick(() => reject(onLate()))
        if (!started) return reject(error)
        // Somebody else's callback threw: that is as uncaught as it would be without us.
        throw error
      }
      resolve(isPending ? onPending(started!) : started)
    })
  })
}

/** Calls a function within a limit that not even a loop without end exceeds; 0 means no limit. */
export function callWithin(limitMs: number, work: () => void): void {
  const globals = globalThis as unknown as Record<symbol, unknown>
  script ??= new (process.getBuiltinModule('node:vm').Script)(
    "globalThis[Symbol.for('surety.work')]()",
    { filename: 'surety:handler' },
  )
  globals[WORK] = work
  try {
    script.runInThisContext({ displayErrors: false, ...(limitMs > 0 && { timeout: limitMs }) })
  } finally {
    delete globals[WORK]
  }
}

/** What only calls need that do not simply return. */
const parts = () => loadNow('watchdog') as typeof WatchPending | null

function leaveTick(done: () => void): void {
  const loaded = parts()
  if (loaded) loaded.leaveBrokenTick(done)
  else done()
}

function isOutOfTime(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as PromiseLike<unknown>).then === 'function'
  )
}
