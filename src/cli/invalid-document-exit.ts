import { defineExitCode } from '../contract/index.ts'

/** The exit for input that is readable but breaks its dialect. */
export const invalidDocument = defineExitCode({
  name: 'INVALID_DOCUMENT',
  number: 79,
  description: 'The input was read but breaks its contract',
  sideEffects: 'none',
  category: 'PRECONDITION',
})
