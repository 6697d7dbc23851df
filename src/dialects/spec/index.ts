import { ENVELOPE_SCHEMAS, type Generation } from '../../contract/index.ts'
import type { Dialect } from '../dialect.ts'
import { readSpec116 } from './1.16/read.ts'
import { rules116, statedExit } from './1.16/rules.ts'
import { readSpec } from './read.ts'
import { impliedExit, specRules } from './rules.ts'
import { specEncoders } from './encoders.ts'

/** The dialects of CLI Agent Spec. Contract 1.0 is the founding document and our default. */
export const specDialects: Readonly<Record<Generation, Dialect>> = {
  '1.0': dialectOf('1.0', {
    title: 'CLI Agent Spec, contract 1.0 (the default)',
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
  }),
  // Two other exit numbers, milliseconds, a narrower `retryable`.
  '1.6': dialectOf('1.6', {
    title: 'CLI Agent Spec, contract 1.6',
    loses: ['scalar_data', 'null_data', 'failure_data', 'operation', 'field_errors', 'fix'],
  }),
  // The answer states its exit code, and warnings have codes.
  '1.16': dialectOf('1.16', {
    title: 'CLI Agent Spec, contract 1.16',
    loses: ['scalar_data', 'null_data', 'code', 'operation', 'field_errors', 'fix'],
    decode: readSpec116,
    // A stated 0 does not outweigh an error.
    impliedExit: (document) => statedExit(document) || impliedExit('1.16', document),
    rules: rules116,
  }),
}

function dialectOf(
  generation: Generation,
  own: Pick<Dialect, 'title' | 'loses'> & Partial<Dialect>,
): Dialect {
  return Object.freeze<Dialect>({
    ...specEncoders[generation],
    schema: ENVELOPE_SCHEMAS[generation],
    decode: (capture, options) => readSpec(generation, capture, options),
    impliedExit: (document) => impliedExit(generation, document),
    rules: (...given) => specRules(generation, ...given),
    ...own,
  })
}
