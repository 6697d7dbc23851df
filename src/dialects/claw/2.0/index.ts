import type { Dialect } from '../../dialect.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { schema } from './schema.ts'

/** claw 2.0: common members on every document, payload beside them, an error object. */
export const dialect: Dialect = Object.freeze({
  ...encoder,
  title: 'claw 2.0: common members, flat payload, error object',
  decode,
  schema,
  loses: [
    'ar',
    'sc',
    'nl',
    'cl',
    'ty',
    'du',
    'rq',
    'wa',
    'pg',
    'nm',
    'co',
    'ds',
    'wt',
    'st',
    'ph',
    'rd',
    'ac',
    'fe',
    'ct',
    'fd',
    'me',
  ],
})
