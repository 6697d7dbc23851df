export { denialBeside0 } from './denial.ts'
export { plainError, type PlainError } from './plain-error.ts'
export { readFailure } from './read-failure.ts'
export { callsItselfFailed } from './said-in-document.ts'
