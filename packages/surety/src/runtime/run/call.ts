import type { Command } from '../declare/command.ts'
import type { AnyContext, Progress } from '../handler/context.ts'
import type { ParsedInput } from './parsed-input.ts'
import type { Run } from './run-state.ts'

/** How far work got; `done` never falls. */
export type WorkProgress = NonNullable<Parameters<Progress>[1]>

/** What work that survives its call does with the services of its handler. */
export interface SurvivingWork extends Pick<AnyContext, 'checkpoint' | 'restore'> {
  readonly report: (at: WorkProgress) => void
}

/** A call of a command whose input is valid. Steps may add to what its handler is given. */
export interface Call {
  readonly run: Run
  readonly command: Command
  readonly input: ParsedInput
  /** What the command shares with others, once it is open. */
  setup?: unknown
  work?: SurvivingWork
}
