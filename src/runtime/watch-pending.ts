import type { Ending } from './ending.ts'
import type { Run } from './run.ts'
import type { Signal } from './world.ts'

const watched = new WeakMap<Run, (ending: Ending) => void>()

/**
 * Watches over a handler that waits, so that no callback of it can hold the thread for ever; gives a
 * function that ends the watch.
 */
export function watchPending(run: Run, leftMs: number): () => void {
  if (!run.world.watchBusyThread) return () => {}
  let known: Ending | null = null
  const busy = run.world.watchBusyThread(leftMs, (signal) => {
    if (!run.isAnswered) answerNow(run, known ?? endingBy(signal))
  })
  watched.set(run, (ending) => {
    known = ending
    busy.heard()
  })
  return () => {
    watched.delete(run)
    busy.end()
  }
}

/** Says that a run has come to its end by itself, though its handler may still be at work. */
export function endWithoutHandler(run: Run, ending: Ending): void {
  watched.get(run)?.(ending)
}

function endingBy(signal: Signal | null): Ending {
  return signal ? { kind: 'interrupted', by: { kind: 'signal', signal } } : { kind: 'timed-out' }
}

/** Answers on a thread that cannot wait for anything to be loaded. */
function answerNow(run: Run, ending: Ending): void {
  try {
    const loaded = run.world.loadBusyAnswer?.() as typeof import('./busy-answer.ts')
    loaded.answerAtOnce(run, ending)
  } catch {
    // Packed into one file perhaps, or not allowed; the default dialect is simple enough for this.
    answerPlainly(run, ending)
  }
}

function answerPlainly(run: Run, ending: Ending): void {
  const by = ending.kind === 'interrupted' ? ending.by : null
  const signal = by?.kind === 'signal' ? by.signal : null
  const [code, message, exit] = signal
    ? ['CANCELLED', `${signal} ended the run.`, signal === 'SIGINT' ? 130 : 143]
    : by
      ? ['INTERNAL_ERROR', 'The command failed in a way that it does not foresee.', 1]
      : ['TIMEOUT', `The time limit of ${run.timeoutMs} ms passed.`, 10]
  const error = { code, message, retryable: false, phase: 'execution' }
  const meta = { duration_ms: run.duration.elapsed() }
  const line = JSON.stringify({ ok: false, data: null, error, warnings: run.warnings, meta })
  run.isAnswered = true
  run.world.abandon(exit as number, [{ stream: 'stdout', text: `${line}\n` }])
}
