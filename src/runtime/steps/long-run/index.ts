import { endProgress, progressOf } from '../../run/progress-display.ts'
import { commandName, type Run } from '../../run/run-state.ts'
import { canDraw, displayOf } from '../../services/progress.ts'
import type { Step } from '../step.ts'
import { endSilentWait, readsStdin } from './silent-stdin.ts'

const LOOK_AFTER_MS = 300

/** Looks after a handler that takes long: it may wait for input that nobody types, and a person waits for it. */
export const longRun: Step = {
  run: async ({ run }, next) => {
    const look = (): void => {
      endSilentWait(run)
      showActivity(run)
    }
    const timer = setTimeout(look, LOOK_AFTER_MS).unref()
    try {
      return await next()
    } finally {
      clearTimeout(timer)
    }
  },
}

/**
 * Shows a spinner on the terminal of a person who waits. Whatever else is printed or asked there ends it: it
 * must not draw over a line of the handler.
 */
function showActivity(run: Run): void {
  const { world, command, limit, answer } = run
  const isBusyTerminal = progressOf(run) !== null || answer.rows > 0 || answer.lines !== null
  const asks = command?.declaration.interactive === true || limit.isPaused
  if (run.ending.isEnded || isBusyTerminal || asks || !world.direct || !canDraw(run)) return
  if (readsStdin()) return
  const display = displayOf(run)
  display.update(commandName(run))
  const stderr = process.stderr as unknown as { write(...given: readonly unknown[]): boolean }
  const own = Object.getOwnPropertyDescriptor(stderr, 'write')
  const restore = (): void => {
    if (own) Object.defineProperty(stderr, 'write', own)
    else Reflect.deleteProperty(stderr, 'write')
  }
  stderr.write = (...given) => {
    restore()
    if (progressOf(run) === display) endProgress(run)
    else display.stop()
    return stderr.write(...given)
  }
}
