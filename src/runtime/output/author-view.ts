import { succeed, toJsonValue, type Outcome } from '../../contract/index.ts'
import { screenOf } from './screen-options.ts'
import { createScreen } from '../human/terminal/screen.ts'
import type { Run } from '../run/run-state.ts'

const VIEW_FORMATS: ReadonlySet<string> = new Set(['human', 'plain', 'tsv', 'md'])
const TEXT_FORMATS: ReadonlySet<string> = new Set(['human', 'plain'])

/** The author's view of an answer for people: a text, or an outcome to render. */
export type AuthorView =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'outcome'; readonly outcome: Outcome; readonly problem?: unknown }

/** Tests whether the command declares a view or text hook for the current format. */
export function hasAuthorView(run: Run, outcome: Outcome): boolean {
  const { view, text } = run.command?.declaration ?? {}
  if (!outcome.ok || run.isDryRun || run.isReshaped || run.output.isFull) return false
  const { format } = run.output
  return (
    (view !== undefined && VIEW_FORMATS.has(format)) ||
    (text !== undefined && TEXT_FORMATS.has(format))
  )
}

/** Renders the data of a failure with the author's hook; undefined if there is nothing to render. */
export async function failureTextByAuthor(run: Run, outcome: Outcome): Promise<string | undefined> {
  const hook = run.command?.declaration.failureText
  if (outcome.ok || outcome.data === null || hook === undefined) return undefined
  const { format, isFull } = run.output
  if (isFull || !TEXT_FORMATS.has(format)) return undefined
  const screen = createScreen(format === 'plain' ? { columns: 0, color: 0 } : screenOf(run))
  try {
    return await inTime(run, hook(outcome.data, screen, outcome.meta))
  } catch {
    // The error is shown all the same, and the data with it.
    return undefined
  }
}

async function inTime(run: Run, text: string | Promise<string>): Promise<string> {
  return typeof text === 'string'
    ? text
    : (await import('./rendered-in-time.ts')).renderedInTime(run, text)
}

/** Applies the author's view to the rows that a filter yielded before it failed. */
export function viewRowsByAuthor(run: Run, outcome: Outcome): Outcome {
  const { filter, view } = run.command?.declaration ?? {}
  const { format, isFull } = run.output
  if (outcome.ok || !filter || !view || isFull || !VIEW_FORMATS.has(format)) return outcome
  try {
    const { json } = toJsonValue(view(outcome.data), { stripTerminalCodes: true })
    return { ...outcome, data: json }
  } catch {
    // The rows are shown without the view.
    return outcome
  }
}

/** Calls the author's hook; if it throws, the answer is written without the view. */
export async function viewByAuthor(run: Run, outcome: Outcome): Promise<AuthorView> {
  const { view, text } = run.command!.declaration
  const data = outcome.data as never
  try {
    if (text && TEXT_FORMATS.has(run.output.format)) {
      const isPlain = run.output.format === 'plain'
      const screen = createScreen(isPlain ? { columns: 0, color: 0 } : screenOf(run))
      return { kind: 'text', text: await inTime(run, text(data, screen, outcome.meta)) }
    }
    if (!view) return { kind: 'outcome', outcome }
    const { json } = toJsonValue(view(data), { stripTerminalCodes: true })
    const { warnings, meta } = outcome
    return { kind: 'outcome', outcome: succeed({ data: json, warnings, meta }) }
  } catch (problem) {
    return { kind: 'outcome', outcome, problem }
  }
}
