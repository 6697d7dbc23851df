import type { Script } from 'node:vm'

import type { WatchedCall } from './world.ts'

/** The call that the watched script makes; the script itself never changes, so it is compiled once. */
const WORK = Symbol.for('surety.work')
let script: Script | undefined

/**
 * Calls `work` under V8's own watchdog, and with it all that follows before the process would wait
 * for anything: a loop after `await null` is ended like one that begins at once.
 */
export function watch(
  work: () => unknown,
  { limitMs, onLate, onPending }: WatchedCall,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    // Only outside of a microtask can the ones that `work` leaves behind be run from here.
    process.nextTick(() => {
      const call = new FirstCall(work)
      try {
        callWithin(limitMs, () => call.run())
      } catch (error) {
        if (!isOutOfTime(error)) {
          if (!call.hasStarted) return reject(error)
          // Somebody else's callback threw: that is as uncaught as it would be without us.
          throw error
        }
        return leaveBrokenTick(() => reject(onLate()))
      }
      resolve(call.isPending ? onPending(call.started as Promise<unknown>) : call.started)
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
  const outer = globals[WORK]
  globals[WORK] = work
  try {
    script.runInThisContext({ displayErrors: false, ...(limitMs > 0 && { timeout: limitMs }) })
  } finally {
    if (outer === undefined) delete globals[WORK]
    else globals[WORK] = outer
  }
}

/** What came of calling a handler, and of everything that was due right after it. */
class FirstCall {
  started: unknown
  hasStarted = false
  isPending = false
  readonly #work: () => unknown

  constructor(work: () => unknown) {
    this.#work = work
  }

  run(): void {
    const started = this.#work()
    this.started = started
    this.hasStarted = true
    if (!isThenable(started)) return
    const promise = Promise.resolve(started)
    const settle = (): void => {
      this.isPending = false
    }
    this.started = promise
    this.isPending = true
    promise.then(settle, settle)
    // Without it, a promise counts as pending and is watched from the first moment on.
    ;(process as { _tickCallback?: () => void })._tickCallback?.()
  }
}

/**
 * Ends a tick whose callback was broken off: what it was called from expects to be told of its end.
 * Node puts that right for an error that nobody catches, so it gets one.
 */
function leaveBrokenTick(done: () => void): void {
  if (process.hasUncaughtExceptionCaptureCallback()) return done()
  process.setUncaughtExceptionCaptureCallback(() => {
    process.setUncaughtExceptionCaptureCallback(null)
    done()
  })
  throw new Error('The time limit passed.')
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
