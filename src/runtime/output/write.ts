import type { Run } from '../run/run-state.ts'
import { isErrno } from '../run/describe-error.ts'
import type { OutputStream } from '../process/world.ts'

/**
 * Writes text and a line feed; a reader that has gone away is no fault, and a disk that is full ends
 * the run as a failure because the answer did not arrive.
 */
export async function write(
  run: Run,
  stream: OutputStream,
  text: string,
  exitCode: number,
): Promise<number> {
  try {
    const waiting = run.world.write(stream, text.endsWith('\n') ? text : `${text}\n`)
    if (waiting) await waiting
    return exitCode
  } catch (error) {
    if (isErrno(error, ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])) return 0
    complain(run, `the answer could not be written: ${error instanceof Error ? error.message : ''}`)
    return exitCode === 0 ? 1 : exitCode
  }
}

/** Says on stderr that something about the answer went wrong. */
export function complain(run: Run, message: string): void {
  try {
    void run.world.write('stderr', `[ERROR] ${message}\n`)
  } catch {
    // Neither stream can be written to: the exit code is all that is left to say.
  }
}
