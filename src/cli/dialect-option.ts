import { knownDialectIds } from '../dialects/index.ts'
import { closest } from '../internal/closest.ts'
import type { InputProblem } from '../runtime/index.ts'

/** Reports a value that is neither a known dialect id nor a path. */
export function dialectProblems(param: string, given: string | undefined): readonly InputProblem[] {
  if (given === undefined || isPath(given)) return []
  const allowed = knownDialectIds()
  if (allowed.includes(given)) return []
  const suggestion = closest(given, allowed)
  // Without a near one, the suggestion lists them all.
  const known = suggestion === undefined ? '' : ` Use ${allowed.join(', ')} or a dialect file.`
  return [
    {
      param,
      code: 'INVALID_CHOICE',
      message: `${param}: there is no dialect '${given}'.${known}`,
      value: given,
      allowed,
      ...(suggestion !== undefined && { suggestion }),
    },
  ]
}

function isPath(given: string): boolean {
  return /[/\\]|\.(json|ya?ml)$/i.test(given)
}
