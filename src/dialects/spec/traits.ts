import type { Generation, JsonObject } from '../../contract/index.ts'
import type { DialectTraits, InputErrorPlace } from '../dialect.ts'

function traitsOf(generation: Generation): DialectTraits {
  return {
    generation,
    rejectsNull: true,
    // Later generations demand the command, the limit and more in every answer (REQ-F-011, REQ-F-048).
    ...(generation === '1.0' ? { isLean: true } : { marksHelp: true, refusesYaml: true }),
    // The error object of 1.0 is closed, so all generations list them in meta.
    placeInputErrors: (errors: JsonObject[]): InputErrorPlace => ({ meta: { errors } }),
  }
}

export const specTraits: Readonly<Record<Generation, DialectTraits>> = {
  '1.0': traitsOf('1.0'),
  '1.6': traitsOf('1.6'),
  '1.16': traitsOf('1.16'),
}
