import type { Dialect } from '../dialect.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { schema } from './schema.ts'

/** td: results with a type on stdout, errors on stderr. */
export const dialect: Dialect = Object.freeze({
  ...encoder,
  title: 'td: typed results on stdout, errors on stderr',
  decode,
  schema,
  loses: [
    'cm',
    'ts',
    'du',
    'rq',
    'sv',
    'wa',
    'pg',
    'nm',
    'ds',
    'rt',
    'wt',
    'st',
    'ph',
    'ot',
    'rd',
    'ac',
    'fe',
    'ct',
    'fd',
    'me',
  ],
})
