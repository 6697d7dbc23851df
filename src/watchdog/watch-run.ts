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

/** The run that is answered for; a process has one at a time. */
let watched: { readonly run: Run; encoder: Encoder | null; end: RunEnd | null } | null = null

/** Started with the module, so that it is up before the first handler. */
const thread = startWatchdogThread(onBusy)

/** Watches over a run, from its start on. */
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
    // A busy thread cannot load anything, so the handler starts when the encoder is there.
    ready: encoder instanceof Promise ? encoder.then(use) : (use(encoder), null),
    limitChanged: () => thread.setLimit(timeLeft(run)),
    ended: (end) => {
      state.end = end
      thread.runEnded()
    },
  }
}

/** Called by the other thread, in the middle of whatever holds this one. */
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
