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

/** Says on stderr how a filter ended, because stdout holds its lines and nothing else. */
export async function endLines(run: Run, { outcome, encoded }: FinishedRun): Promise<number> {
  const { exit_code: exitCode } = encoded
  if (!outcome.ok) {
    if (run.output.format === 'human') return writeForPeople(run, outcome, exitCode)
    await write(run, 'stderr', toJsonLine({ ...encoded, layout: 'compact' }), exitCode)
    return exitCode
  }
  const report = run.lines?.report
  const said = outcome.warnings.map((warning) => `Warning: ${warning}`)
  if (report !== undefined) said.push(JSON.stringify(report))
  if (said.length > 0) await write(run, 'stderr', said.join('\n'), exitCode)
  return exitCode
}
