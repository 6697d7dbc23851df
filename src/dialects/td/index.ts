import type { Dialect } from '../dialect.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { schema } from './schema.ts'

/** td: results with a type on stdout, errors on stderr. */
export const dialect = Object.freeze<Dialect>({
  ...encoder,
  title: 'td: typed results on stdout, errors on stderr',
  decode,
  schema,
  loses: [
    'command',
    'timestamp',
    'duration',
    'request_id',
    'schema',
    'warnings',
    'paging',
    'not_modified',
    'detail_text',
    'retryable',
    'wait',
    'retry_strategy',
    'phase',
    'operation',
    'redirect',
    'fix',
    'field_errors',
    'suggested_commands',
    'failure_data',
    'meta',
  ],
})
