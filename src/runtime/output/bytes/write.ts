import { visibleText } from '../../../internal/visible-text.ts'
import type { Run } from '../../run/run-state.ts'
import { isErrno } from '../../run/errors/describe-error.ts'
import type { OutputStream } from '../../process/world.ts'
import { cleanShownText } from '../clean-texts.ts'

/**
 * Writes text and a line feed; returns the exit code. A closed pipe is a success, because the reader
 * chose to stop. Any other error, such as a full disk, is a failure, because the answer did not arrive.
 */
export async function write(
  run: Run,
  stream: OutputStream,
  text: string,
  exitCode: number,
): Promise<number> {
  run.isWriting = true
  try {
    const waiting = run.world.write(stream, text.endsWith('\n') ? text : `${text}\n`)
    if (!waiting) return exitCode
    // The pipe may close before the module below is loaded.
    waiting.catch(() => {})
    const { waitForReader } = await import('./slow-reader.ts')
    return await waitForReader(run, waiting, exitCode)
  } catch (error) {
    if (isErrno(error, ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])) return 0
    reportProblem(
      run,
      `the answer could not be written: ${error instanceof Error ? error.message : ''}`,
    )
    return exitCode === 0 ? 1 : exitCode
  }
}

/**
 * Escapes what a terminal would obey. Formats leave some of it as it is: C1 controls are no controls to
 * JSON, where the escaped text has the same meaning.
 */
export function visibleAtTerminal(run: Run, stream: OutputStream, text: string): string {
  const isTty = stream === 'stdout' ? run.world.isStdoutTty : run.world.isStderrTty
  return isTty ? visibleText(text, '\n\t') : text
}

/** Reports a problem with the answer on stderr. */
export function reportProblem(run: Run, message: string): void {
  try {
    void run.world.write('stderr', `[ERROR] ${cleanShownText(run, message)}\n`)
  } catch {
    // Neither stream is writable; only the exit code is left.
  }
}

/** Writes warnings to stderr, one a line. */
export async function writeWarnings(run: Run, warnings: readonly string[]): Promise<void> {
  if (warnings.length === 0) return
  const lines = warnings.map((warning) => `Warning: ${visibleText(warning, '\n')}`)
  await write(run, 'stderr', lines.join('\n'), 0)
}
