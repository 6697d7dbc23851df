import { endProgress, progressOf } from '../run/progress-display.ts'
import { commandName, type Run } from '../run/run-state.ts'
import { canDraw, displayOf } from './progress.ts'
import { endSilentWait, readsStdin } from './silent-stdin.ts'

/** Looks after a handler that has been running for a moment. */
export function noticeLongRun(run: Run): void {
  endSilentWait(run)
  showActivity(run)
}

/**
 * Shows a spinner on the terminal of a person who waits. Whatever else is printed or asked there ends it: it
 * must not draw over a line of the handler.
 */
function showActivity(run: Run): void {
  const { world, command, limit } = run
  const isBusyTerminal =
    progressOf(run) !== null || run.answer.rows > 0 || run.answer.lines !== null
  const asks = command?.declaration.interactive === true || limit.isPaused
  if (
    run.ending.isEnded ||
    isBusyTerminal ||
    asks ||
    !world.direct ||
    !canDraw(run) ||
    readsStdin()
  )
    return
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
