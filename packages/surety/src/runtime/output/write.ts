import { visibleText } from '@surety/internal/visible-text.ts'
import type { OutputStream } from '../process/world.ts'
import { isErrno } from '../run/errors/describe-error.ts'
import type { Run } from '../run/run-state.ts'
import { cleanShownText } from './surroundings.ts'
import type { MaybeLater } from '../run/maybe-later.ts'

/** Writes a line and returns the exit: a closed pipe is a success, any other error a failure, as nothing arrived. */
export function write(
  run: Run,
  stream: OutputStream,
  text: string,
  exitCode: number,
): MaybeLater<number> {
  run.stage = 'writing'
  const failed = (error: unknown) => exitWithout(run, error, exitCode)
  try {
    // In JSON a carriage return is escaped; elsewhere a renderer of the author may have brought one.
    const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
    const waiting = run.world.write(stream, lines.endsWith('\n') ? lines : `${lines}\n`)
    return waiting ? written(run, waiting, exitCode).catch(failed) : exitCode
  } catch (error) {
    return failed(error)
  }
}

async function written(run: Run, waiting: Promise<void>, exitCode: number): Promise<number> {
  // It may fail before anybody waits for it.
  waiting.catch(() => {})
  // Where it cannot be loaded, for instance because too many files are open, nothing limits the wait.
  const reader = await import('./wait-for-reader.ts').catch(() => null)
  if (reader) return reader.waitForReader(run, waiting, exitCode)
  await waiting
  return exitCode
}

/** Returns the exit of an answer that nobody got. */
function exitWithout(run: Run, error: unknown, exitCode: number): number {
  if (isErrno(error, ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])) return 0
  reportProblem(
    run,
    `the answer could not be written: ${error instanceof Error ? error.message : ''}`,
  )
  return exitCode === 0 ? 1 : exitCode
}

/** Escapes what a terminal would obey; in JSON the escaped text means the same, and C1 controls are none to it. */
export function visibleAtTerminal(run: Run, stream: OutputStream, text: string): string {
  const isTty = stream === 'stdout' ? run.world.isStdoutTty : run.world.isStderrTty
  return isTty ? visibleText(text, '\n\t') : text
}

export function reportProblem(run: Run, message: string): void {
  try {
    void run.world.write('stderr', `[ERROR] ${cleanShownText(run, message)}\n`)
  } catch {
    // Neither stream is writable; only the exit code is left.
  }
}

export async function writeWarnings(run: Run, warnings: readonly string[]): Promise<void> {
  if (warnings.length === 0) return
  const lines = warnings.map((warning) => `Warning: ${visibleText(warning, '\n')}`)
  await write(run, 'stderr', lines.join('\n'), 0)
}
