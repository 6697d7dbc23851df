import { defect, type Outcome } from '../../contract/index.ts'
import { encodeEveryday, type EncodedDocument } from '../../dialects/index.ts'
import type { Ending } from '../run/run-end.ts'
import type { Run } from '../run/run-state.ts'
import { write } from './write.ts'

/** Writes the one answer of a run, and gives the exit code that the process ends with. */
export async function emit(run: Run, outcome: Outcome, ending?: Ending): Promise<number> {
  if (run.isAnswered) throw defect('ANSWERED_TWICE', 'a run has one answer')
  run.isAnswered = true
  run.progress?.stop()
  if (ending?.kind === 'text' && !run.output.isExplicit) return write(run, 'stdout', ending.text, 0)
  const everyday = encodeEveryday(run.output.dialect, outcome)
  if (everyday && isUsual(run, everyday) && ending?.kind !== 'help') {
    return write(run, everyday.stream, JSON.stringify(everyday.document), everyday.exit_code)
  }
  const { emitUnusual } = await import('./emit-unusual.ts')
  return emitUnusual(run, outcome, ending, everyday)
}

/** Tests for the usual request: the envelope as JSON, with nothing to say besides. */
function isUsual(run: Run, { layout, losses }: EncodedDocument): boolean {
  const isData = run.output.format === 'json' && run.meta['stream'] === undefined
  return isData && run.lines === null && losses.length === 0 && layout === 'compact'
}
