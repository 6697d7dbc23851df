import type { Run } from '../run/run-state.ts'
import type { FinishedRun } from './surroundings.ts'
import { visibleAtTerminal, write } from './write.ts'

/** Ends as the program did; if there is no such end, one line says what happened instead. */
export function emitHandedOn(
  run: Run,
  { outcome, encoded }: FinishedRun,
): number | Promise<number> {
  const exit = run.onStdout?.kind === 'program' ? run.onStdout.exit : null
  if (exit !== null || outcome.error === null) return exit ?? encoded.exit_code
  const { code, message } = outcome.error
  const line = `${run.cli.declaration.name}: ${code}: ${message}`
  return write(run, 'stderr', visibleAtTerminal(run, 'stderr', line), encoded.exit_code)
}
