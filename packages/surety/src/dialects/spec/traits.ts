import type { JsonObject } from '../../contract/index.ts'
import type { DialectTraits, InputErrorPlace } from '../dialect.ts'

/** Later generations demand the command, the limit and more in every answer (REQ-F-011, REQ-F-048). */
export const traits16: DialectTraits = {
  generation: '1.6',
  rejectsNull: true,
  marksHelp: true,
  refusesYaml: true,
  placeInputErrors: (errors) => ({ meta: { errors } }),
}

export const traits116: DialectTraits = {
  ...traits16,
  generation: '1.16',
  placeInputErrors: (errors) => ({ meta: { errors }, ...factsOf(errors) }),
}

/** What REQ-F-045 and REQ-F-059 want in the error itself; of several values it is about the first. */
const FACTS = ['input_value', 'rejected_pattern', 'corrected_input']

function factsOf(problems: readonly JsonObject[]): InputErrorPlace {
  const found = problems.find((problem) => FACTS.some((name) => Object.hasOwn(problem, name))) ?? {}
  const facts = Object.entries(found).filter(([name]) => FACTS.includes(name))
  return facts.length > 0 ? { error: { details: Object.fromEntries(facts) } } : {}
}
