import type { Dialect } from '../../dialect.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { schema } from './schema.ts'

/** incur's compact output: the bare result; only the exit code tells errors. */
export const dialect = Object.freeze<Dialect>({
  ...encoder,
  title: 'incur, compact: the bare result, exit code decides',
  decode,
  toJson: async (capture) => (await import('../rendering.ts')).toJsonCapture(capture),
  schema,
  loses: [
    'null_data',
    'clashing_members',
    'type',
    'command',
    'timestamp',
    'duration',
    'request_id',
    'schema',
    'warnings',
    'paging',
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
