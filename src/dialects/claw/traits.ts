import type { DialectTraits } from '../dialect.ts'

/** What is known of both generations of claw without loading them. */
export const traits: DialectTraits = Object.freeze({ rejectsNull: true })
