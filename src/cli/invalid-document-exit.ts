import { defineExitCode } from '../contract/index.ts'

/** The exit for input that is readable and breaks the contract that it claims to follow. */
export const invalidDocument = defineExitCode({
  name: 'INVALID_DOCUMENT',
  number: 79,
  description: 'The input was read and does not keep to its contract',
  sideEffects: 'none',
  category: 'PRECONDITION',
})
