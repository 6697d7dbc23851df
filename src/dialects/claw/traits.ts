import type { DialectTraits } from '../dialect.ts'

/** The traits of both generations of claw. */
export const traits: DialectTraits = { rejectsNull: true }
