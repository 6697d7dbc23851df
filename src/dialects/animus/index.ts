import type { Dialect } from '../dialect.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { schema } from './schema.ts'

/** animus.cli.v1: one compact line, errors on stderr, five codes. */
export const dialect: Dialect = Object.freeze({
  ...encoder,
  title: 'animus.cli.v1: one line, errors on stderr, five codes',
  decode,
  schema,
  loses: [
    'ty',
    'cm',
    'ts',
    'du',
    'rq',
    'wa',
    'pg',
    'nm',
    'co',
    'sg',
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
