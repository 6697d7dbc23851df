import type { Dialect } from '../../dialect.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { schema } from './schema.ts'

/** CLI Agent Spec, contract 1.0: the founding document and our default. */
export const dialect: Dialect = Object.freeze({
  ...encoder,
  title: 'CLI Agent Spec, contract 1.0 (the default)',
  decode,
  schema,
  loses: ['sc', 'nl', 'fd', 'dt', 'st', 'ac', 'ot', 'fe'],
  meaning: 'safe_to_retry',
})
