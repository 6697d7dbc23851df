import { readFailure, type PrintedText, type SaidFailure } from './read-failure.ts'
import names from './exit-names.json' with { type: 'json' }

/** The error of a program of no dialect. */
export interface PlainError extends SaidFailure {
  readonly code: string
  readonly message: string
  /** The program's own code, where another one stands in its place. */
  readonly toolCode: string | undefined
}

/** Exit numbers with a common meaning. */
const EXIT_NAMES: Readonly<Record<number, string>> = names

/** Makes the error of a program of no dialect: its own code and words, else a name for its exit. */
export function plainError(printed: PrintedText, exit: number): PlainError {
  const said = readFailure(printed)
  const {
    code = EXIT_NAMES[exit] ?? said.phrase ?? 'EXIT_STATUS',
    message = Number.isNaN(exit)
      ? 'The program ended without an exit code.'
      : `The program ended with exit code ${exit}.`,
  } = said
  return { ...said, code, message, toolCode: said.code }
}
