import type { DialectTraits } from '../dialect.ts'

/** The traits of td. */
export const traits: DialectTraits = Object.freeze({ demandsSuggestion: true })
