import { toJsonValue, type Outcome } from '../../contract/index.ts'
import { createScreen, type Screen } from '../human/terminal/screen.ts'
import type { Run } from '../run/run-state.ts'
import { screenOf } from './render-run.ts'
import { reportProblem, waitWithin } from './write.ts'

const VIEW_FORMATS: ReadonlySet<string> = new Set(['human', 'plain', 'tsv', 'md'])
const TEXT_FORMATS: ReadonlySet<string> = new Set(['human', 'plain'])

/**
 * Applies the author's hooks for people: returns the text of `text()`, or the outcome to render, with the data
 * that `view()` made of it. After a hook that throws, the answer is written without it.
 */
export async function viewByAuthor(run: Run, outcome: Outcome): Promise<string | Outcome> {
  const { view, text, filter } = run.command?.declaration ?? {}
  const { format, isFull } = run.output
  // A filter that failed has rows all the same.
  const isViewable = outcome.ok ? !run.isDryRun && !run.isReshaped : Boolean(filter)
  if (isFull || !isViewable) return outcome
  try {
    if (text && outcome.ok && TEXT_FORMATS.has(format))
      return await inTime(run, text(outcome.data, screenFor(run), outcome.meta))
    if (!view || !VIEW_FORMATS.has(format)) return outcome
    const { json } = toJsonValue(view(outcome.data), { stripTerminalCodes: true })
    return { ...outcome, data: json }
  } catch (problem) {
    if (outcome.ok) {
      // oxlint-disable-next-line typescript/no-base-to-string -- any text is good enough here
      reportProblem(run, `the view or text hook of the command failed: ${String(problem)}`)
    }
    return outcome
  }
}

/** Renders the data of a failure with the author's hook; undefined if there is nothing to render. */
export async function failureTextByAuthor(run: Run, outcome: Outcome): Promise<string | undefined> {
  const hook = run.command?.declaration.failureText
  if (outcome.ok || outcome.data === null || hook === undefined) return undefined
  if (run.output.isFull || !TEXT_FORMATS.has(run.output.format)) return undefined
  try {
    return await inTime(run, hook(outcome.data, screenFor(run), outcome.meta))
  } catch {
    // The error is shown all the same, and the data with it.
    return undefined
  }
}

function screenFor(run: Run): Screen {
  return createScreen(run.output.format === 'plain' ? { columns: 0, color: 0 } : screenOf(run))
}

/** Waits for a hook; one that takes too long fails, and the answer is written without it. */
async function inTime(run: Run, text: string | Promise<string>): Promise<string> {
  if (typeof text === 'string') return text
  const result = await waitWithin(run, text, 0)
  if ('value' in result) return result.value
  throw new Error('it did not finish in time')
}
