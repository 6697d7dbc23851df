import type { Dialect } from '../../dialect.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { schema } from './schema.ts'

/** incur's full output: `ok`, the result or an error, and meta. */
export const dialect = Object.freeze<Dialect>({
  ...encoder,
  title: 'incur, full: ok, data or error, meta',
  decode,
  toJson: async (capture) => (await import('../rendering.ts')).toJsonCapture(capture),
  schema,
  loses: [
    'type',
    'timestamp',
    'request_id',
    'schema',
    'warnings',
    'not_modified',
    'detail_text',
    'wait',
    'retry_strategy',
    'phase',
    'operation',
    'redirect',
    'fix',
    'failure_data',
    'meta',
  ],
})
