import { suretyError } from '../../../contract/index.ts'
import { tryLock } from '../../../internal/process/file-lock.ts'
import type { Run } from '../../run/run-state.ts'

/** Together two seconds. */
const MOST_TRIES = 100
const PAUSE_MS = 20

/** Takes the lock of a configuration, and waits a moment for another process that holds it. */
export async function lockConfig(run: Run, path: string): Promise<() => void> {
  for (let tries = 1; ; tries += 1) {
    // A run that has cleaned up would leave the lock behind.
    run.signal.throwIfAborted()
    const attempt = tryLock(path)
    if (attempt.kind === 'taken') {
      run.ending.cleanups.push(attempt.release)
      return attempt.release
    }
    if (tries === MOST_TRIES) {
      throw suretyError(
        'CONFIG_UNREADABLE',
        `Another process (${attempt.pid} on ${attempt.host}) holds the configuration lock ${path}.`,
        {
          target: path,
          suggestion: `Wait until that process ends. If there is no such process, remove ${path}.`,
        },
      )
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
