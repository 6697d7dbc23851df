import { ENVELOPE_SCHEMAS } from '../../../contract/index.ts'
import type { Dialect } from '../../dialect.ts'
import { impliedExit } from '../exits/implied-exit.ts'
import { specRules } from '../rules.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'

/** CLI Agent Spec, contract 1.6: two other exit numbers, milliseconds, a narrower `retryable`. */
export const dialect = Object.freeze<Dialect>({
  ...encoder,
  title: 'CLI Agent Spec, contract 1.6',
  decode,
  impliedExit: (document) => impliedExit('1.6', document),
  schema: ENVELOPE_SCHEMAS['1.6'],
  rules: (document, exitCode) => specRules('1.6', document, exitCode),
  loses: ['scalar_data', 'null_data', 'failure_data', 'operation', 'field_errors', 'fix'],
})
