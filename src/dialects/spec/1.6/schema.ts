import { specSchema } from '../schema.ts'

/** The JSON Schema of an envelope of contract 1.6. */
export const schema = specSchema('1.6')
