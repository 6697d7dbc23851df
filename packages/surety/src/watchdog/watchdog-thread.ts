import { Worker } from 'node:worker_threads'

import type { Signal } from '../runtime/index.ts'

/** The head start of the main thread's own timers and listeners, which act if it is not blocked. */
const GRACE_MS = 150

const CALLBACK = 'surety.watchdog'

/** At the limit, or after a signal, has the inspector call `onBusy` in the main thread, even inside a loop. */
export function startWatchdogThread(onBusy: (signal: Signal | null) => void) {
  const globals = globalThis as unknown as Record<symbol, unknown>
  const heard = new Int32Array(new SharedArrayBuffer(4))
  globals[Symbol.for(CALLBACK)] = onBusy
  try {
    const worker = new Worker(SOURCE, {
      eval: true,
      workerData: { name: CALLBACK, heard, graceMs: GRACE_MS },
      env: {},
      // Node has no public API for signals outside the main thread.
      execArgv: ['--expose-internals', '--no-warnings'],
      // Otherwise Node creates the streams of the process and pipes into them.
      stdout: true,
      stderr: true,
      trackUnmanagedFds: false,
    })
    worker.unref()
    // Without an inspector only timers guard the limit, as they do without the watchdog.
    worker.on('error', () => {})
    return {
      /** Sets the time, from now, after which the main thread counts as stuck; 0 means never. */
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      setLimit: (limitMs: number) => worker.postMessage(limitMs),
      /** Reports that the main thread has heard a signal itself. */
      heardSignal: () => void Atomics.add(heard, 0, 1),
    }
  } catch {
    // Threads can be forbidden, for instance by the permission model; then only timers guard the limit.
    return { setLimit: () => {}, heardSignal: () => {} }
  }
}

const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads')
const { name, heard, graceMs } = workerData
let isAsking = false
let timer
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
parentPort.on('message', (limitMs) => {
  clearTimeout(timer)
  if (limitMs) timer = setTimeout(insist, Math.min(limitMs + graceMs, 2 ** 31 - 1), null)
})
const onSignal = (signal) => {
  // What the main thread has heard, it answers itself.
  if (Atomics.load(heard, 0) > 0) Atomics.sub(heard, 0, 1)
  else insist(signal)
}
try {
  const { Signal } = require('internal/test/binding').internalBinding('signal_wrap')
  const listen = (signal, number) => {
    const handle = new Signal()
    handle.onsignal = () => setTimeout(onSignal, graceMs, signal)
    handle.start(number)
  }
  listen('SIGINT', 2)
  listen('SIGTERM', 15)
  listen('SIGHUP', 1)
  listen('SIGQUIT', 3)
} catch {}
`
