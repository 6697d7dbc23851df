import type { Command } from '../declare/command.ts'
import type { ParsedInput } from './parsed-input.ts'
import type { Run } from './run-state.ts'

/** A call of a command whose input is valid. */
export interface Call {
  readonly run: Run
  readonly command: Command
  readonly input: ParsedInput
}
