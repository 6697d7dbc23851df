import { isJsonObject } from '../../contract/index.ts'
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

/** Puts the answer of a call that was handed on into the last line of stderr. */
export async function emitDelegated(run: Run, { outcome, encoded }: FinishedRun): Promise<number> {
  const { data } = outcome
  // Not every dialect can say the number of the program, but the process can.
  const given = isJsonObject(data) ? data['exit_code'] : undefined
  const exit = typeof given === 'number' ? given : encoded.exit_code
  if (run.output.format === 'human' && typeof given === 'number') return exit
  const text = JSON.stringify(encoded.document ?? null)
  if (run.input?.file)
    process.getBuiltinModule('node:fs').writeFileSync(run.input.file, `${text}\n`)
  return write(run, 'stderr', text, exit)
}
