import type { Dialect } from '../../dialect.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { schema } from './schema.ts'

/** claw 1.0: everything flat, `type` tells success from error. */
export const dialect: Dialect = Object.freeze({
  ...encoder,
  title: 'claw 1.0: flat, told apart by type',
  decode,
  schema,
  loses: [
    'ar',
    'sc',
    'nl',
    'cl',
    'ty',
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
