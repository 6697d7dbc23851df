import { defineErrors } from '../runtime/index.ts'

/** The exit of a line-by-line command when some lines failed. */
export const lineExits = {
  PARTIAL_FAILURE: {
    description: 'Some lines could not be used; each of them gave an error line',
    sideEffects: 'none' as const,
  },
}

/** The error of a line-by-line command. */
export const lineErrors = defineErrors({
  LINES_FAILED: { exit: 'PARTIAL_FAILURE', description: 'Some lines could not be used' },
})

/** Composes the message of {@link lineErrors}. */
export function failedLines(failed: number, lines: number): string {
  return `${failed} of ${lines} ${lines === 1 ? 'line' : 'lines'} could not be used.`
}
