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

/** Calls the author's hook; if it throws, the answer is written without the view. */
export function viewByAuthor(run: Run, outcome: Outcome): AuthorView {
  const { view, text } = run.command!.declaration
  const data = outcome.data as never
  try {
    if (text && TEXT_FORMATS.has(run.output.format)) {
      const isPlain = run.output.format === 'plain'
      const screen = createScreen(isPlain ? { columns: 0, color: 0 } : screenOf(run))
      return { kind: 'text', text: text(data, screen, outcome.meta) }
    }
    if (!view) return { kind: 'outcome', outcome }
    const { json } = toJsonValue(view(data), { stripTerminalCodes: true })
    const { warnings, meta } = outcome
    return { kind: 'outcome', outcome: succeed({ data: json, warnings, meta }) }
  } catch (problem) {
    return { kind: 'outcome', outcome, problem }
  }
}
