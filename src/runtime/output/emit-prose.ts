import type { Outcome } from '../../contract/index.ts'
import { toJsonLine } from '../run/encode-outcome.ts'
import type { Run } from '../run/run-state.ts'
import type { FinishedRun } from './finish.ts'
import { renderOutcome } from './render-run.ts'
import { write } from './write.ts'

/** Writes an answer for a person at a terminal. */
export async function writeForPeople(
  run: Run,
  outcome: Outcome,
  exitCode: number,
): Promise<number> {
  const { stdout, stderr } = renderOutcome(run, outcome)
  const exit = stdout === '' ? exitCode : await write(run, 'stdout', stdout, exitCode)
  return stderr === '' ? exit : write(run, 'stderr', stderr, exit)
}

/** Reports the end of a filter on stderr, because stdout holds only its lines. */
export async function endFilter(run: Run, { outcome, encoded }: FinishedRun): Promise<number> {
  const { exit_code: exitCode } = encoded
  if (!outcome.ok) {
    if (run.output.format === 'human') return writeForPeople(run, outcome, exitCode)
    await write(run, 'stderr', toJsonLine({ ...encoded, layout: 'compact' }), exitCode)
    return exitCode
  }
  const report = run.lines?.report
  const messages = outcome.warnings.map((warning) => `Warning: ${warning}`)
  if (report !== undefined) messages.push(JSON.stringify(report))
  if (messages.length > 0) await write(run, 'stderr', messages.join('\n'), exitCode)
  return exitCode
}
