import { fail, SIGNAL_EXITS, signalExitName } from '../../contract/index.ts'
import { visibleText } from '../../internal/visible-text.ts'
import type { OutputStream, Signal } from '../process/world.ts'
import { isErrno } from '../run/errors/describe-error.ts'
import type { Run } from '../run/run-state.ts'
import { cleanShownText, encode, encoderOf } from './finish.ts'

/** Writes a line and returns the exit: a closed pipe is a success, any other error a failure, as nothing arrived. */
export async function write(
  run: Run,
  stream: OutputStream,
  text: string,
  exitCode: number,
): Promise<number> {
  run.stage = 'writing'
  try {
    // In JSON a carriage return is escaped; elsewhere a renderer of the author may have brought one.
    const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
    const waiting = run.world.write(stream, lines.endsWith('\n') ? lines : `${lines}\n`)
    return waiting ? await waitForReader(run, waiting, exitCode) : exitCode
  } catch (error) {
    if (isErrno(error, ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])) return 0
    reportProblem(
      run,
      `the answer could not be written: ${error instanceof Error ? error.message : ''}`,
    )
    return exitCode === 0 ? 1 : exitCode
  }
}

/** How long a reader may take for the answer of a run that is already late or interrupted. */
const GRACE_MS = 1500

/** Waits for the reader; the exit code is that of the limit or of the signal if the answer is incomplete. */
async function waitForReader(run: Run, writing: Promise<void>, exitCode: number): Promise<number> {
  const result = await waitWithin(run, writing, GRACE_MS)
  if ('value' in result) return exitCode
  // Its own error has no reader either.
  writing.catch(() => {})
  void run.world.write('stderr', '[ERROR] the reader did not take the whole answer in time\n')
  if (exitCode !== 0) return exitCode
  if (result.givenUp === null) return timeoutExit(run)
  return SIGNAL_EXITS[signalExitName(result.givenUp)].number
}

/** Waits for others, but not beyond the limit of the run or a signal, and a time of grace; null stands for the limit. */
export async function waitWithin<Value>(
  run: Run,
  pending: PromiseLike<Value>,
  graceMs: number,
): Promise<{ readonly value: Value } | { readonly givenUp: Signal | null }> {
  let timer: NodeJS.Timeout | undefined
  let stopListening = (): void => {}
  const abandoned = new Promise<{ readonly givenUp: Signal | null }>((resolve) => {
    const isLate = run.signal.aborted && graceMs > 0
    const limit = isLate ? graceMs : run.limit.left()
    if (limit > 0) timer = setTimeout(() => resolve({ givenUp: null }), Math.max(limit, graceMs))
    let isHurried = false
    const hurry = (signal: Signal): void => {
      // Further signals must not prolong the wait.
      if (isHurried) return
      isHurried = true
      clearTimeout(timer)
      timer = setTimeout(() => resolve({ givenUp: signal }), graceMs)
    }
    if (run.lateSignal) hurry(run.lateSignal)
    stopListening = run.world.onInterruption((by) => {
      if (by.kind === 'signal') hurry(by.signal)
    })
  })
  try {
    return await Promise.race([pending.then((value) => ({ value })), abandoned])
  } finally {
    clearTimeout(timer)
    stopListening()
  }
}

async function timeoutExit(run: Run): Promise<number> {
  const outcome = fail({
    exit: 'TIMEOUT',
    error: { code: 'TIMEOUT', message: 'The time limit passed.' },
  })
  return encode(run, outcome, await encoderOf(run), {}).encoded.exit_code
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
