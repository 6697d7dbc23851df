import { speaksProtocol } from '../declare/command.ts'
import type { Socket } from 'node:net'

import { waitsForInput } from '../run/errors/waits-for-input.ts'
import { commandName, endProgress, isAnswered, isOver, type Run } from '../run/run-state.ts'
import { displayOf } from '../services/progress.ts'

/** Looks at a handler that has taken long, and from now on. */
export function lookAfter(run: Run): void {
  endSilentWait(run)
  showActivity(run)
}

/** Shows a spinner to a person who waits, until anything else is printed: it must not draw over that. */
function showActivity(run: Run): void {
  const { world, command, limit } = run
  const isBusyTerminal = run.display !== null || run.onStdout !== null
  const asks = command?.declaration.interactive === true || limit.isPaused
  if (isOver(run) || isBusyTerminal || asks || !world.direct || stdinInUse()) return
  const display = displayOf(run)
  if (!display) return
  display.update(commandName(run))
  const stderr = process.stderr as unknown as { write(...given: readonly unknown[]): boolean }
  const own = Object.getOwnPropertyDescriptor(stderr, 'write')
  const restore = (): void => {
    if (own) Object.defineProperty(stderr, 'write', own)
    else Reflect.deleteProperty(stderr, 'write')
  }
  stderr.write = (...given) => {
    restore()
    if (run.display === display) endProgress(run)
    else display.stop()
    return stderr.write(...given)
  }
}

/** Two looks in a row that find nothing: a writer has something to say by then. */
const LOOK_MS = 300

/** Ends a run whose handler waits for silent standard input; reading that is meant to wait is declared as `stdin`. */
function endSilentWait(run: Run): void {
  const { world, command } = run
  const { stdin, filter } = command?.declaration ?? {}
  if (world.isStdinTty || stdin || speaksProtocol({ filter })) return
  const isWaiting = world.direct ? isSilentlyRead : world.stdinUse?.isStuck
  if (!isWaiting) return
  let wasSilent = false
  const look = (): void => {
    if (isAnswered(run)) return clearInterval(timer)
    const isSilent = isWaiting()
    // The framework turns what is thrown here into the answer.
    if (isSilent && wasSilent) throw waitsForInput(run)
    wasSilent = isSilent
  }
  const timer = setInterval(look, LOOK_MS).unref()
}

/** Tests whether something waits for standard input that has not said anything yet. */
function isSilentlyRead(): boolean {
  return stdinInUse()?.bytesRead === 0
}

/** Finds standard input if something reads it. */
function stdinInUse(): Partial<OpenStream> | undefined {
  // Asking for `process.stdin` would create it and change the descriptor that children inherit.
  const all = process as unknown as { _getActiveHandles(): readonly Partial<OpenStream>[] }
  const stdin = all._getActiveHandles().find(({ fd }) => fd === 0)
  const isRead = stdin?.readableFlowing === true || (stdin?.listenerCount?.('readable') ?? 0) > 0
  return isRead ? stdin : undefined
}

type OpenStream = Socket & { readonly fd: number }
