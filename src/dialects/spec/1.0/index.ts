import { ENVELOPE_SCHEMAS } from '../../../contract/index.ts'
import type { Dialect } from '../../dialect.ts'
import { impliedExit } from '../exits/implied-exit.ts'
import { specRules } from '../rules.ts'
import { decode } from './decode.ts'
import { encoder } from './encode.ts'

/** CLI Agent Spec, contract 1.0: the founding document and our default. */
export const dialect = Object.freeze<Dialect>({
  ...encoder,
  title: 'CLI Agent Spec, contract 1.0 (the default)',
  decode,
  impliedExit: (document) => impliedExit('1.0', document),
  schema: ENVELOPE_SCHEMAS['1.0'],
  rules: (document, exitCode) => specRules('1.0', document, exitCode),
  loses: [
    'scalar_data',
    'null_data',
    'failure_data',
    'details',
    'retry_strategy',
    'fix',
    'operation',
    'field_errors',
  ],
  meaning: 'safe_to_retry',
})
