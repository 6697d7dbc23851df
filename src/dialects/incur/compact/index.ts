import type { Dialect } from '../../dialect.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { schema } from './schema.ts'

/** incur's compact output: the result itself, errors told apart by the exit code alone. */
export const dialect: Dialect = Object.freeze({
  ...encoder,
  title: 'incur, compact: the bare result, exit code decides',
  decode,
  schema,
  loses: [
    'nl',
    'cl',
    'ty',
    'cm',
    'ts',
    'du',
    'rq',
    'sv',
    'wa',
    'pg',
    'nm',
    'ds',
    'wt',
    'st',
    'ph',
    'ot',
    'rd',
    'ac',
    'fd',
    'me',
  ],
})
