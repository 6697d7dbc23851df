import {
  isJsonObject,
  stripTerminalCodes,
  type JsonValue,
  type Outcome,
} from '../../contract/index.ts'
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
  const readable = FOR_PEOPLE.has(run.output.format) ? withoutCodes(shown.outcome) : shown.outcome
  return { ...shown, outcome: inWireWords(readable, finished.encoded) }
}

const FOR_PEOPLE: ReadonlySet<string> = new Set(['human', 'plain', 'md'])

/** Takes terminal codes out of data that people will read. JSON escapes them, so programs get data as it is. */
function withoutCodes(outcome: Outcome): Outcome {
  const clean = JSON.stringify(outcome.data, (_name, value: unknown) =>
    typeof value === 'string' ? stripTerminalCodes(value) : value,
  )
  if (clean === JSON.stringify(outcome.data)) return outcome
  const warnings = [
    ...outcome.warnings,
    'Terminal codes were taken out; --json has the data as it is.',
  ]
  return { ...outcome, data: JSON.parse(clean) as JsonValue, warnings }
}

/** Shows people the code that programs read, where a dialect has a few codes of its own. */
export function inWireWords(outcome: Outcome, { document }: EncodedDocument): Outcome {
  if (outcome.ok || !isJsonObject(document) || !isJsonObject(document['error'])) return outcome
  const { code } = document['error']
  return typeof code === 'string' ? { ...outcome, error: { ...outcome.error, code } } : outcome
}
