import type { Socket } from 'node:net'

import type { Run } from '../../run/run-state.ts'
import { waitsForInput } from '../../run/limit/waits-for-input.ts'

/** Two looks in a row that find nothing: a writer has something to say by then. */
const LOOK_MS = 300

/**
 * Ends a run whose handler waits for standard input that is not a terminal and stays silent. Reading
 * that is meant to wait is declared as `stdin`, and the framework does it.
 */
export function endSilentWait(run: Run): void {
  const { world, command } = run
  const { stdin, filter } = command?.declaration ?? {}
  if (world.isStdinTty || stdin || filter === 'protocol') return
  const isWaiting = world.direct ? isSilentlyRead : world.stdinUse?.isStuck
  if (!isWaiting) return
  let wasSilent = false
  const look = (): void => {
    if (run.ending.isAnswered) return clearInterval(timer)
    const isSilent = isWaiting()
    // The framework turns what is thrown here into the answer.
    if (isSilent && wasSilent) throw waitsForInput(run)
    wasSilent = isSilent
  }
  const timer = setInterval(look, LOOK_MS).unref()
}

/** Tests whether something waits for standard input that has not said anything yet. */
function isSilentlyRead(): boolean {
  const stdin = openStdin()
  return stdin?.bytesRead === 0 && isRead(stdin)
}

/** Tests whether something reads standard input. */
export function readsStdin(): boolean {
  const stdin = openStdin()
  return stdin !== undefined && isRead(stdin)
}

function openStdin(): Partial<OpenStream> | undefined {
  // Asking for `process.stdin` would create it and change the descriptor that children inherit.
  const all = process as unknown as { _getActiveHandles(): readonly Partial<OpenStream>[] }
  return all._getActiveHandles().find(({ fd }) => fd === 0)
}

function isRead(stdin: Partial<OpenStream>): boolean {
  return stdin.readableFlowing === true || (stdin.listenerCount?.('readable') ?? 0) > 0
}

type OpenStream = Socket & { readonly fd: number }
