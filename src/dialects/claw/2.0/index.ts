import type { Dialect } from '../../dialect.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { schema } from './schema.ts'

/** claw 2.0: common members on every document, payload beside them, an error object. */
export const dialect = Object.freeze<Dialect>({
  ...encoder,
  title: 'claw 2.0: common members, flat payload, error object',
  decode,
  schema,
  cancelledExit: 1,
  loses: [
    'array_data',
    'scalar_data',
    'null_data',
    'clashing_members',
    'type',
    'duration',
    'request_id',
    'warnings',
    'paging',
    'not_modified',
    'code',
    'detail_text',
    'wait',
    'retry_strategy',
    'phase',
    'redirect',
    'fix',
    'field_errors',
    'suggested_commands',
    'failure_data',
    'meta',
  ],
})
