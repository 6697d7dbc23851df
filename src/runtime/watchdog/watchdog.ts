import type { Encoder } from '../../dialects/index.ts'
import type * as BusyAnswer from './answer-sync.ts'
import { watchBusyThread } from './watchdog-thread.ts'
import type { Ending } from '../run/run-end.ts'
import type { Run } from '../run/run-state.ts'
import type { Signal } from '../process/world.ts'

// In one file, because all of it is loaded without waiting and some of it when little works.
export { leaveBrokenTick } from './reset-tick.ts'
export { isSettled } from './promise-state.ts'
export { speak } from './write-and-exit.ts'

/** A watch over the handler of a run. */
export interface PendingWatch {
  /** Says that the run has come to its end by itself, though the handler may still be at work. */
  readonly heard: (ending: Ending) => void
  readonly end: () => void
}

/**
 * Watches over a handler that waits, so that no callback of it can hold the thread for ever. The
 * encoder is null where the dialect is one of the spec's own.
 */
export function watchPending(run: Run, encoder: Encoder | null, leftMs: number): PendingWatch {
  let known: Ending | null = null
  const busy = watchBusyThread(leftMs, (signal) => {
    if (run.isAnswered || isDebugged()) return
    answerNow(run, encoder, known ?? endingBy(signal))
  })
  return {
    heard: (ending) => {
      known = ending
      busy.heard()
    },
    end: busy.end,
  }
}

/** Whoever looks at a breakpoint has all the time in the world. */
function isDebugged(): boolean {
  return process.getBuiltinModule('node:inspector').url() !== undefined
}

function endingBy(signal: Signal | null): Ending {
  return signal ? { kind: 'interrupted', by: { kind: 'signal', signal } } : { kind: 'timed-out' }
}

/** Answers on a thread that cannot wait for anything to be loaded. */
function answerNow(run: Run, encoder: Encoder | null, ending: Ending): void {
  try {
    const loaded = run.world.loadNow!('answer-sync') as typeof BusyAnswer
    loaded.answerAtOnce(run, encoder, ending)
  } catch {
    // The stack is used up perhaps; the default dialect is simple enough to be written by hand.
    answerPlainly(run, ending)
  }
}

function answerPlainly(run: Run, ending: Ending): void {
  const { code, message, exit } = plainError(run, ending)
  const error = { code, message, retryable: false, phase: 'execution' }
  const meta = { duration_ms: run.duration.elapsed() }
  const line = JSON.stringify({ ok: false, data: null, error, warnings: run.warnings, meta })
  run.isAnswered = true
  run.world.abandon(exit, [{ stream: 'stdout', text: `${line}\n` }])
}

function plainError(run: Run, ending: Ending): { code: string; message: string; exit: number } {
  if (ending.kind !== 'interrupted')
    return { code: 'TIMEOUT', message: `The time limit of ${run.timeoutMs} ms passed.`, exit: 10 }
  const { by } = ending
  if (by.kind !== 'signal')
    return { code: 'INTERNAL_ERROR', message: 'The command failed and never ended.', exit: 1 }
  const exit = by.signal === 'SIGINT' ? 130 : 143
  return { code: 'CANCELLED', message: `${by.signal} ended the run.`, exit }
}
