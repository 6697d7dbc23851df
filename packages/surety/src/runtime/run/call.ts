import type { Command } from '../declare/command.ts'
import type { ParsedInput } from './parsed-input.ts'
import type { Run } from './run-state.ts'

/** A call of a command whose input is valid. Steps may add to what its handler is given. */
export interface Call {
  readonly run: Run
  readonly command: Command
  readonly input: ParsedInput
  /** What the command shares with others, once it is open. */
  setup?: unknown
}
