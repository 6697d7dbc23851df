import type { Outcome } from '../../contract/index.ts'
import { visibleText } from '@surety/internal/visible-text.ts'
import { traitsOf } from '../../dialects/wires.ts'
import type { Run } from '../run/run-state.ts'
import { renderOutcome } from './render-run.ts'
import { shownOf } from './shown.ts'
import type { FinishedRun } from './surroundings.ts'
import { write, writeWarnings } from './write.ts'

/** Writes an answer for people: data to stdout, everything else to stderr. */
export async function emitForPeople(run: Run, finished: FinishedRun): Promise<number> {
  const { encoded, facts } = finished
  const { exit_code: exitCode } = encoded
  const { outcome, text, failureText } = await shownOf(run, finished)
  if (text !== undefined) {
    const exit = await write(run, encoded.stream, text, exitCode)
    await writeWarnings(run, outcome.warnings)
    return exit
  }
  const { humanFailure } = run.cli.declaration.output ?? {}
  if (outcome.ok || !humanFailure)
    return writeForPeople(run, outcome, exitCode, facts.usage, failureText)
  if (failureText !== undefined) await write(run, 'stdout', failureText, exitCode)
  await writeWarnings(run, outcome.warnings)
  const stream = traitsOf(run.output.dialect).tellsPeopleOnStdout ? 'stdout' : 'stderr'
  return write(run, stream, visibleText(humanFailure(outcome.error), '\n'), exitCode)
}

export async function writeForPeople(
  run: Run,
  outcome: Outcome,
  exitCode: number,
  usage?: string,
  failureText?: string,
): Promise<number> {
  const { stdout, stderr } = renderOutcome(run, outcome, usage)
  // A person has seen the rows of a stream already.
  const isShown = run.onStdout?.kind === 'rows'
  const text = isShown ? '' : (failureText ?? stdout)
  const exit = text === '' ? exitCode : await write(run, 'stdout', text, exitCode)
  const gap = isShown && !stderr.startsWith('\n') ? '\n' : ''
  return stderr === '' ? exit : write(run, 'stderr', gap + stderr, exit)
}
