import type { Signal } from '../process/world.ts'

/** A watch over a thread that may become busy for ever. */
export interface BusyWatch {
  /** Says that the thread has heard of the end of its run by itself. */
  readonly heard: () => void
  readonly end: () => void
}

/** The event loop's own timer and listeners come first where they can still run. */
const GRACE_MS = 150

/** How long a run that has heard of its end may take to clean up before that counts as a loop too. */
const CLEANUP_MS = 3500

const NOTHING: BusyWatch = { heard: () => {}, end: () => {} }

let watches = 0

/**
 * Breaks into a thread that never yields: a second thread waits for the limit (0: none) or a signal
 * and then has the inspector call a function on the busy one, which works in the middle of a loop.
 * Nothing that it needs to start comes from the thread that it watches.
 */
export function watchBusyThread(
  limitMs: number,
  onBusy: (signal: Signal | null) => void,
): BusyWatch {
  const globals = globalThis as unknown as Record<symbol, unknown>
  const name = `surety.busy.${(watches += 1)}`
  const heard = new Int32Array(new SharedArrayBuffer(4))
  globals[Symbol.for(name)] = onBusy
  try {
    // Others who load this file need no thread, and it takes streams and more to have one.
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const worker = new Worker(SOURCE, {
      eval: true,
      workerData: { name, heard, limitMs, graceMs: GRACE_MS, cleanupMs: CLEANUP_MS },
      env: {},
      // Node has no public way to hear of signals outside of the main thread.
      execArgv: ['--expose-internals', '--no-warnings'],
      // Otherwise the streams of the process are made, and piped into.
      stdout: true,
      stderr: true,
      trackUnmanagedFds: false,
    })
    worker.unref()
    // Without the inspector the event loop is the only guard of the time limit, as it is elsewhere.
    worker.on('error', () => {})
    return {
      heard: () => void Atomics.store(heard, 0, 1),
      end: () => {
        delete globals[Symbol.for(name)]
        void worker.terminate()
      },
    }
  } catch {
    // Threads can be forbidden, by the permission model for one; see above.
    delete globals[Symbol.for(name)]
    return NOTHING
  }
}

const SOURCE = `
const { name, heard, limitMs, graceMs, cleanupMs } = require('node:worker_threads').workerData
let isAsking = false
const insist = (signal) => {
  setTimeout(insist, 1000, signal)
  if (isAsking) return
  isAsking = true
  const session = new (require('node:inspector').Session)()
  session.connectToMainThread()
  const expression = 'globalThis[Symbol.for("' + name + '")]?.(' + JSON.stringify(signal) + ')'
  session.post('Runtime.evaluate', { expression }, () => {
    session.disconnect()
    isAsking = false
  })
}
const onLimit = () => {
  if (heard[0]) setTimeout(insist, cleanupMs, null)
  else insist(null)
}
const onSignal = (signal) => heard[0] || insist(signal)
if (limitMs) setTimeout(onLimit, Math.min(limitMs + graceMs, 2 ** 31 - 1))
try {
  const { Signal } = require('internal/test/binding').internalBinding('signal_wrap')
  const listen = (signal, number) => {
    const handle = new Signal()
    handle.onsignal = () => setTimeout(onSignal, graceMs, signal)
    handle.start(number)
  }
  listen('SIGINT', 2)
  listen('SIGTERM', 15)
} catch {}
`
