import { succeed, toJsonValue, type Outcome } from '../../contract/index.ts'
import { screenOf } from './render-run.ts'
import { createScreen } from '../human/terminal/screen.ts'
import type { Run } from '../run/run-state.ts'

const VIEWED: ReadonlySet<string> = new Set(['human', 'plain', 'tsv', 'md'])
const WORDED: ReadonlySet<string> = new Set(['human', 'plain'])

/** What the author shows of an answer in prose and tables: a text, or an outcome to render. */
export type AuthorView =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'outcome'; readonly outcome: Outcome; readonly problem?: unknown }

/** Tests whether the author has a view for the answer; data formats never ask. */
export function hasAuthorView(run: Run, outcome: Outcome): boolean {
  const { view, text } = run.command?.declaration ?? {}
  if (!outcome.ok || run.isDryRun || run.isReshaped || run.output.isFull) return false
  const { format } = run.output
  return (view !== undefined && VIEWED.has(format)) || (text !== undefined && WORDED.has(format))
}

/** Calls the author's hooks; one that throws loses its view, not the answer. */
export function viewByAuthor(run: Run, outcome: Outcome): AuthorView {
  const { view, text } = run.command!.declaration
  const data = outcome.data as never
  try {
    if (text && WORDED.has(run.output.format)) {
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
