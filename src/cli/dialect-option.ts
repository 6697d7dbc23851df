import { knownDialectIds } from '../dialects/index.ts'
import { closest } from '../internal/closest.ts'
import type { InputProblem } from '../runtime/index.ts'

/** Finds what is wrong with the name of a dialect: an id that is unknown and no path either. */
export function dialectProblems(param: string, given: string | undefined): readonly InputProblem[] {
  if (given === undefined || isPath(given)) return []
  const allowed = knownDialectIds()
  if (allowed.includes(given)) return []
  const suggestion = closest(given, allowed)
  return [
    {
      param,
      code: 'INVALID_CHOICE',
      message: `${param} is '${given}', which is no dialect; take ${allowed.join(', ')} or the path of a dialect file.`,
      value: given,
      allowed,
      ...(suggestion !== undefined && { suggestion }),
    },
  ]
}

function isPath(given: string): boolean {
  return /[/\\]|\.(json|ya?ml)$/i.test(given)
}
