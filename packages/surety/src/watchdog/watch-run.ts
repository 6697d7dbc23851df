import { url as debuggerUrl } from 'node:inspector'

import type { Encoder } from '../dialects/index.ts'
import { encoderOf, type Run, type RunEnd, type RunWatch, type Signal } from '../runtime/index.ts'
import { answerSync, writeAndExit } from './answer-sync.ts'
import { startWatchdogThread } from './watchdog-thread.ts'

/** The watched run; a process has one at a time. */
let watched: {
  readonly run: Run
  encoder: Encoder | null
  end: RunEnd | null
  /** The exit code of a written answer, after which the process is about to end. */
  exitCode: number | null
} | null = null

/** How long the hooks of an ended run may block the thread before it is answered without them. */
const CLEANUP_MS = 3500
/** How long exit listeners may block the thread after the answer. */
const LEAVE_MS = 1000

/** The thread, started with the module so that it is ready before the first handler. */
const thread = startWatchdogThread(onBusy)

/** Starts to watch a run. */
export function watch(run: Run): RunWatch {
  const state: NonNullable<typeof watched> = { run, encoder: null, end: null, exitCode: null }
  watched = state
  const use = (loaded: Encoder): void => {
    state.encoder = loaded
  }
  thread.setLimit(run.limit.left())
  return {
    // A blocked thread cannot load modules, so the handler starts after the encoder is loaded.
    ready: encoderOf(run).then(use),
    limitChanged: () => thread.setLimit(run.limit.left()),
    heardSignal: () => thread.heardSignal(),
    ended: (end) => {
      state.end = end
      // The limit still holds for rendering; cleaning up may take a moment beyond it.
      const isCutOff = end.kind === 'interrupted' || end.kind === 'timed-out'
      const left = isCutOff ? 0 : run.limit.left()
      if (isCutOff || left > 0) thread.setLimit(Math.max(left, CLEANUP_MS))
    },
    leaves: (exitCode) => {
      state.exitCode = exitCode
      thread.setLimit(LEAVE_MS)
    },
  }
}

/** Answers for a blocked run; the watchdog thread calls it inside the blocking code. */
function onBusy(signal: Signal | null): void {
  if (!watched) return
  if (watched.exitCode !== null) return writeAndExit(watched.run.world, [], watched.exitCode)
  if (watched.run.stage === 'writing') return
  // Never time out under a debugger.
  if (debuggerUrl() !== undefined) return
  const { run, encoder, end } = watched
  // A run that ended well and blocks the thread afterwards is ended by what comes next.
  const isFailed = end && ['threw', 'timed-out', 'interrupted'].includes(end.kind)
  if (isFailed) answerSync(run, encoder, end)
  else if (signal) answerSync(run, encoder, { kind: 'interrupted', by: { kind: 'signal', signal } })
  else answerSync(run, encoder, { kind: 'timed-out' })
}
