import { url as debuggerUrl } from 'node:inspector'

import type { Encoder } from '../dialects/index.ts'
import {
  encoderOf,
  timeLeft,
  type Run,
  type RunEnd,
  type RunWatch,
  type Signal,
} from '../runtime/index.ts'
import { answerSync } from './answer-sync.ts'
import { startWatchdogThread } from './watchdog-thread.ts'

/** The watched run; a process has one at a time. */
let watched: { readonly run: Run; encoder: Encoder | null; end: RunEnd | null } | null = null

/** The thread, started with the module so that it is ready before the first handler. */
const thread = startWatchdogThread(onBusy)

/** Starts to watch a run. */
export function watch(run: Run): RunWatch {
  const state: NonNullable<typeof watched> = { run, encoder: null, end: null }
  watched = state
  const encoder = encoderOf(run)
  const use = (loaded: Encoder): void => {
    state.encoder = loaded
  }
  thread.runStarted()
  thread.setLimit(timeLeft(run))
  return {
    // A blocked thread cannot load modules, so the handler starts after the encoder is loaded.
    ready: encoder instanceof Promise ? encoder.then(use) : (use(encoder), null),
    limitChanged: () => thread.setLimit(timeLeft(run)),
    ended: (end) => {
      state.end = end
      thread.runEnded()
    },
  }
}

/** Answers for a blocked run; the watchdog thread calls it inside the blocking code. */
function onBusy(signal: Signal | null): void {
  if (!watched || watched.run.isAnswered) return
  // Never time out under a debugger.
  if (debuggerUrl() !== undefined) return
  const { run, encoder, end } = watched
  answerSync(run, encoder, end ?? endBy(signal))
}

function endBy(signal: Signal | null): RunEnd {
  return signal ? { kind: 'interrupted', by: { kind: 'signal', signal } } : { kind: 'timed-out' }
}
