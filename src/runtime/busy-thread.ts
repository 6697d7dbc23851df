import { Worker } from 'node:worker_threads'

/**
 * Breaks into a thread that never yields: a second thread waits for the limit and then has the
 * inspector run a function on the busy one, which is possible even in the middle of a loop.
 */
export function watchBusyThread(limitMs: number, onLimit: () => void): () => void {
  const key = Symbol.for('surety.limit')
  const globals = globalThis as unknown as Record<symbol, unknown>
  globals[key] = onLimit
  const worker = new Worker(SOURCE, { eval: true, workerData: limitMs, env: {}, execArgv: [] })
  worker.unref()
  // Without the inspector the event loop is the only guard of the time limit, as it is elsewhere.
  worker.on('error', () => {})
  return () => {
    delete globals[key]
    void worker.terminate()
  }
}

const SOURCE = `
const { workerData } = require('node:worker_threads')
const { Session } = require('node:inspector')
setTimeout(() => {
  const session = new Session()
  session.connectToMainThread()
  session.post('Runtime.evaluate', { expression: "globalThis[Symbol.for('surety.limit')]?.()" }, () => {
    session.disconnect()
  })
}, workerData)
`
