// Loaded when there may be an envelope. Most programs print plain text, and detecting takes much code.
export { decodeAnswer } from '../decode-answer.ts'
export { isRuledOut } from './distinguish-generations.ts'
export { findDialect } from './find-dialect.ts'
export { guessOf } from './guess.ts'
export { isOwnFailure } from './own-failure.ts'
export { schemaProblems } from './schema-problems.ts'
export { isOpaque } from '../opaque-output.ts'
