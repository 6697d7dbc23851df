import { perGeneration, type JsonObject } from '../../contract/index.ts'
import type { DialectTraits, InputErrorPlace } from '../dialect.ts'

export const specTraits = perGeneration((generation): DialectTraits => ({
  generation,
  rejectsNull: true,
  // Later generations demand the command, the limit and more in every answer (REQ-F-011, REQ-F-048).
  ...(generation === '1.0' ? { isLean: true } : { marksHelp: true, refusesYaml: true }),
  // The error object of 1.0 is closed, so all generations list them in meta.
  placeInputErrors: (errors) => ({
    meta: { errors },
    ...(generation === '1.16' && factsOf(errors)),
  }),
}))

/** What REQ-F-045 and REQ-F-059 want in the error itself; of several values it is about the first. */
const FACTS = ['input_value', 'rejected_pattern', 'corrected_input']

function factsOf(problems: readonly JsonObject[]): InputErrorPlace {
  const found = problems.find((problem) => FACTS.some((name) => Object.hasOwn(problem, name))) ?? {}
  const facts = Object.entries(found).filter(([name]) => FACTS.includes(name))
  return facts.length > 0 ? { error: { details: Object.fromEntries(facts) } } : {}
}
