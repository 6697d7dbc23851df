import type { Dialect } from '../dialect.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { schema } from './schema.ts'

/** animus.cli.v1: one compact line, errors on stderr, five codes. */
export const dialect = Object.freeze<Dialect>({
  ...encoder,
  title: 'animus.cli.v1: one line, errors on stderr, five codes',
  decode,
  schema,
  loses: [
    'type',
    'command',
    'timestamp',
    'duration',
    'request_id',
    'warnings',
    'paging',
    'not_modified',
    'code',
    'suggestion',
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
