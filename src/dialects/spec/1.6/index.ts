import type { Dialect } from '../../dialect.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { schema } from './schema.ts'

/** CLI Agent Spec, contract 1.6: two other exit numbers, milliseconds, a narrower `retryable`. */
export const dialect: Dialect = Object.freeze({
  ...encoder,
  title: 'CLI Agent Spec, contract 1.6',
  decode,
  schema,
  loses: ['sc', 'nl', 'fd', 'ot', 'fe', 'ac'],
})
