import { defineErrors } from '../runtime/index.ts'

/** The exit of a command that works line by line, when some lines could not be used. */
export const lineExits = {
  PARTIAL_FAILURE: {
    description: 'Some lines could not be used and gave an error line; the others are answered',
    sideEffects: 'none' as const,
  },
}

/** The error of a command that works line by line. */
export const lineErrors = defineErrors({
  LINES_FAILED: { exit: 'PARTIAL_FAILURE', description: 'Some lines could not be used' },
})

/** Says how many lines could not be used. */
export function failedLines(failed: number, lines: number): string {
  return `${failed} of ${lines} ${lines === 1 ? 'line' : 'lines'} could not be used.`
}
