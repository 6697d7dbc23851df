import type { JsonValue } from '../../contract/index.ts'
import type { Command } from '../declare/command.ts'
import type { ParsedInput } from './parsed-input.ts'
import type { Run } from './run-state.ts'

/** How far work got; `done` never falls. */
export interface WorkProgress {
  readonly done: number
  readonly total?: number
  readonly unit?: string
}

/** What work that survives its call does with the services of its handler. */
export interface SurvivingWork {
  readonly report: (at: WorkProgress) => void
  readonly checkpoint: (state: JsonValue) => Promise<void>
  readonly restore: (fingerprint?: string | null) => Promise<JsonValue | undefined>
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
