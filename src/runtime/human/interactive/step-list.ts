import { oneLine } from '../../../internal/visible-text.ts'
import type { Screen } from '../terminal/screen.ts'

/** The state of a step of a long command. */
export type StepState = 'pending' | 'running' | 'done' | 'failed' | 'skipped'

/** A step with its state. */
export interface Step {
  readonly name: string
  readonly state: StepState
  /** A short remark after the name. */
  readonly note?: string
}

/** Renders the steps of a long command, one line each. */
export function renderSteps(steps: readonly Step[], { paint, glyphs }: Screen): string[] {
  const marks: Record<StepState, string> = {
    pending: paint.dim(glyphs.pending),
    running: paint.cyan(glyphs.spinner[0]!),
    done: paint.green(glyphs.tick),
    failed: paint.red(glyphs.cross),
    skipped: paint.dim(glyphs.none),
  }
  return steps.map(({ name, state, note }) => {
    const isQuiet = state === 'pending' || state === 'skipped'
    const text = isQuiet ? paint.dim(oneLine(name)) : oneLine(name)
    return `${marks[state]} ${text}${note === undefined ? '' : ` ${paint.dim(oneLine(note))}`}`
  })
}
