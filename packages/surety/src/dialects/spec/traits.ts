import type { JsonObject } from '../../contract/index.ts'
import type { DialectTraits, InputErrorPlace } from '../dialect.ts'

/** Later generations demand the command, the limit and more in every answer (REQ-F-011, REQ-F-048). */
export const traits16: DialectTraits = {
  generation: '1.6',
  rejectsNull: true,
  marksHelp: true,
  refusesYaml: true,
  manifest: '1.6',
  placeInputErrors: (errors) => ({ meta: { errors } }),
}

/** What the document of 1.16 demands of the ending of a call. */
export const traits116: DialectTraits = {
  ...traits16,
  generation: '1.16',
  manifest: '1.16',
  endsStreams: true,
  hasPagination: true,
  refusesRepeats: true,
  codesWarnings: true,
  reportsNoise: true,
  marksPartialData: true,
  retryHints: (exit) => ({
    retry_after_ms: exit === 'RATE_LIMITED' ? 1000 : 0,
    retry_strategy: 'exponential_backoff',
  }),
  placeInputErrors: (errors) => ({ meta: { errors }, ...factsOf(errors) }),
}

/** What REQ-F-045 and REQ-F-059 want in the error itself; of several values it is about the first. */
const FACTS = ['input_value', 'rejected_pattern', 'corrected_input']

function factsOf(problems: readonly JsonObject[]): InputErrorPlace {
  const found = problems.find((problem) => FACTS.some((name) => Object.hasOwn(problem, name))) ?? {}
  const facts = Object.entries(found).filter(([name]) => FACTS.includes(name))
  return facts.length > 0 ? { error: { details: Object.fromEntries(facts) } } : {}
}
