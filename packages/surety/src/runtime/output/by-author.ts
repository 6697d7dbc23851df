import { toJsonValue, type Outcome } from '../../contract/index.ts'
import { createScreen } from '../human/terminal/screen.ts'
import { isDryRun, type Run } from '../run/run-state.ts'
import { screenOf } from './screen-of.ts'
import type { FinishedRun } from './surroundings.ts'
import { waitWithin } from './wait-for-reader.ts'
import { reportProblem } from './write.ts'

/** An answer as people and formats for them show it. */
export interface Shown {
  readonly outcome: Outcome
  /** The author's text in place of everything. */
  readonly text?: string
  /** The author's text in place of the data of a failure. */
  readonly failureText?: string
}

const VIEW_FORMATS: ReadonlySet<string> = new Set(['human', 'plain', 'md'])
const TEXT_FORMATS: ReadonlySet<string> = new Set(['human', 'plain'])

/** Shows an outcome by the hooks of its command: `text()`, `view()`, `failureText()`; as it is where one throws. */
export async function shownByAuthor(run: Run, { outcome, facts }: FinishedRun): Promise<Shown> {
  if (run.output.isFull) return { outcome }
  const { view, text, failureText, filter } = run.command!.declaration
  const { format } = run.output
  const screen = createScreen(format === 'plain' ? { columns: 0 } : screenOf(run))
  const isText = TEXT_FORMATS.has(format)
  // A filter that failed has rows all the same.
  const isViewable = outcome.ok ? !isDryRun(run) && !facts.isReshaped : Boolean(filter)
  let shown: Outcome = outcome
  try {
    if (isViewable && text && outcome.ok && isText)
      return { outcome, text: await inTime(run, text(outcome.data, screen, outcome.meta)) }
    if (isViewable && view && VIEW_FORMATS.has(format)) {
      const { json } = toJsonValue(view(outcome.data))
      shown = { ...outcome, data: json }
    }
  } catch (problem) {
    if (outcome.ok) {
      // oxlint-disable-next-line typescript/no-base-to-string -- any text is good enough here
      reportProblem(run, `the view or text hook of the command failed: ${String(problem)}`)
    }
  }
  if (outcome.ok || outcome.data === null || !failureText || !isText) return { outcome: shown }
  try {
    const own = await inTime(run, failureText(outcome.data, screen, outcome.meta))
    return { outcome: shown, failureText: own }
  } catch {
    // The error is shown all the same, and the data with it.
    return { outcome: shown }
  }
}

/** Waits for a hook; one that takes too long fails, and the answer is written without it. */
async function inTime(run: Run, text: string | Promise<string>): Promise<string> {
  if (typeof text === 'string') return text
  const result = await waitWithin(run, text, 0)
  if ('value' in result) return result.value
  throw new Error('it did not finish in time')
}
