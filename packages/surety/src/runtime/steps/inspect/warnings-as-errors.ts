import { SuretyError } from '../../../contract/index.ts'
import type { Step } from '../step.ts'

/** Fails a call with warnings whose caller wants none, by `--warnings-as-errors`; its work is done. */
export const warningsAsErrors: Step = {
  applies: ({ input }) => Boolean(input.flags.warningsAsErrors),
  run: async ({ run: { warnings } }, next) => {
    const end = await next()
    if (warnings.length === 0) return end
    const message = `The call is done, with ${warnings.length} warnings.`
    throw new SuretyError('WARNINGS_AS_ERRORS', 'GENERAL_ERROR', message, { retryable: false })
  },
}
