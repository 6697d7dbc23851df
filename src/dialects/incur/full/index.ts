import type { Dialect } from '../../dialect.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { schema } from './schema.ts'

/** incur's full output: `ok`, the result or an error, and meta. */
export const dialect: Dialect = Object.freeze({
  ...encoder,
  title: 'incur, full: ok, data or error, meta',
  decode,
  schema,
  loses: ['ty', 'ts', 'rq', 'sv', 'wa', 'nm', 'ds', 'wt', 'st', 'ph', 'ot', 'rd', 'ac', 'fd', 'me'],
})
