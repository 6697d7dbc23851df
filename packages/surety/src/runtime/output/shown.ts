import { isJsonObject, type Outcome } from '../../contract/index.ts'
import type { EncodedDocument } from '../../dialects/wires.ts'
import type { Run } from '../run/run-state.ts'
import type { Shown } from './by-author.ts'
import type { FinishedRun } from './surroundings.ts'

/** Applies the author's hooks, which are loaded for the few commands that have any. */
export async function shownOf(run: Run, finished: FinishedRun): Promise<Shown> {
  const { view, text, failureText } = run.command?.declaration ?? {}
  const hasHook = (view ?? text ?? failureText) !== undefined
  const { outcome } = finished
  const shown = hasHook
    ? await (await import('./by-author.ts')).shownByAuthor(run, finished)
    : { outcome }
  return { ...shown, outcome: inWireWords(shown.outcome, finished.encoded) }
}

/** Shows people the code that programs read, where a dialect has a few codes of its own. */
export function inWireWords(outcome: Outcome, { document }: EncodedDocument): Outcome {
  if (outcome.ok || !isJsonObject(document) || !isJsonObject(document['error'])) return outcome
  const { code } = document['error']
  return typeof code === 'string' ? { ...outcome, error: { ...outcome.error, code } } : outcome
}
