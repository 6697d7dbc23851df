import type { Dialect } from '../../dialect.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { schema } from './schema.ts'

/** claw 1.0: everything flat, `type` tells success from error. */
export const dialect = Object.freeze<Dialect>({
  ...encoder,
  title: 'claw 1.0: flat, told apart by type',
  decode,
  schema,
  cancelledExit: 1,
  loses: [
    'array_data',
    'scalar_data',
    'null_data',
    'clashing_members',
    'type',
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
