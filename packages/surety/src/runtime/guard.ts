import { fail } from '../contract/index.ts'
import { fallbackLine, fallbackOutcome } from './run/ending/run-end.ts'
import { createNodeWorld, earlyGuard } from './process/node-world.ts'
import { Noise } from './process/noise.ts'
import { serve } from './serve.ts'
import type { Interruption } from './process/world.ts'

/** What Node ends with where the program still waits at its top level and nothing is left to happen. */
const UNSETTLED = 13

// Importing this module is all there is to do: it stands guard from here until serve() is called.
const world = createNodeWorld()
const noise = new Noise()
const endStdoutGuard = world.guardStdout((text) => {
  noise.add(text)
  void world.write('stderr', text)
})
const stopListening = world.onInterruption(answer)
process.on('exit', answerUnsettled)

earlyGuard.end = () => {
  earlyGuard.end = () => new Noise()
  process.off('exit', answerUnsettled)
  stopListening()
  endStdoutGuard()
  return noise
}

/** Answers what breaks the program off before it has come to serve(). */
function answer(by: Interruption): void {
  // A program may end without a word; whether it did or waits in vain is known when it exits.
  if (by.kind === 'stuck') return
  // Who begins to listen while an interruption is told hears of it too: that is the one who answers.
  void serve(() => new Promise(() => {}))
}

/** Nothing can be loaded any more when a process exits, so the answer is written by hand. */
function answerUnsettled(): void {
  if (process.exitCode !== UNSETTLED) return
  earlyGuard.end()
  process.exitCode = 1
  const { failure } = fallbackOutcome(
    'The program could not be loaded.',
    'It waits at its top level for a promise that can never settle.',
  )
  const meta = { duration_ms: Math.round(process.uptime() * 1000) }
  void world.write('stdout', `${fallbackLine(fail({ ...failure, meta }))}\n`)
}
