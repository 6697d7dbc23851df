import {
  SuretyError,
  suretyError,
  type JsonObject,
  type SuretyErrorFacts,
} from '../../contract/index.ts'
import { traitsOf } from '../../dialects/index.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import type { Run } from './run-state.ts'

/** A megabyte of nonsense is not answered with another one. */
const MOST_LISTED = 50
const MOST_SPELT_OUT = 5

/** Makes one failure of all problems; a single one keeps its own code. */
export function inputFailure(run: Run, problems: readonly InputProblem[]): SuretyError {
  const first = problems[0]!
  const params = spellOut([...new Set(problems.map((problem) => problem.param))], ', ')
  const facts = {
    phase: 'validation',
    retryable: false,
    fix_required: `Correct ${params}.`,
    ...placeProblems(run, problems.slice(0, MOST_LISTED)),
  } as const
  if (problems.length > 1) {
    const message = spellOut(
      problems.map((problem) => problem.message),
      ' ',
    )
    return suretyError('ARG_ERROR', `${problems.length} problems with the input: ${message}`, facts)
  }
  const { code, message, suggestion } = first
  return new SuretyError(code, 'ARG_ERROR', message, {
    ...facts,
    ...(suggestion !== undefined && { suggestion: phrase(first, suggestion) }),
  })
}

function spellOut(texts: readonly string[], separator: string): string {
  const shown = texts.slice(0, MOST_SPELT_OUT).join(separator)
  const left = texts.length - MOST_SPELT_OUT
  return left > 0 ? `${shown}${separator}And ${left} more` : shown
}

/** Puts the list of problems where the dialect has a place of its own for it, and only there. */
function placeProblems(run: Run, problems: readonly InputProblem[]): SuretyErrorFacts {
  const list = problems as unknown as JsonObject[]
  const { placeInputErrors } = traitsOf(run.output.dialect)
  if (!placeInputErrors) return { details: { errors: list } }
  const { error = {}, meta = {} } = placeInputErrors(list)
  Object.assign(run.meta, meta)
  return error
}

function phrase(problem: InputProblem, suggestion: string): string {
  if (suggestion.endsWith(' --help')) return `See ${suggestion}.`
  if (problem.code === 'UNKNOWN_FLAG' || problem.code === 'UNKNOWN_COMMAND')
    return `Did you mean ${suggestion}?`
  return problem.code === 'INVALID_CHOICE' ? `Did you mean ${suggestion}?` : suggestion
}
