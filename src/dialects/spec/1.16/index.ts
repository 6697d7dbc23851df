import { ENVELOPE_SCHEMAS, isJsonObject, type JsonValue } from '../../../contract/index.ts'
import type { Dialect } from '../../dialect.ts'
import { impliedExit } from '../exits/implied-exit.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'
import { rules116 } from './rules.ts'

/** CLI Agent Spec, contract 1.16: the answer states its exit code, and warnings have codes. */
export const dialect = Object.freeze<Dialect>({
  ...encoder,
  title: 'CLI Agent Spec, contract 1.16',
  decode,
  impliedExit: (document) => statedExit(document) ?? impliedExit('1.16', document),
  schema: ENVELOPE_SCHEMAS['1.16'],
  rules: rules116,
  loses: ['scalar_data', 'null_data', 'code', 'operation', 'field_errors', 'fix'],
})

function statedExit(document: JsonValue): number | undefined {
  const meta = isJsonObject(document) ? document['meta'] : undefined
  const stated = isJsonObject(meta) ? meta['exit_code'] : undefined
  return Number.isInteger(stated) ? Number(stated) : undefined
}
