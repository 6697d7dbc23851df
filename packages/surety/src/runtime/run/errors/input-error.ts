import {
  SuretyError,
  suretyError,
  type JsonObject,
  type SuretyErrorFacts,
} from '../../../contract/index.ts'
import { traitsOf } from '../../../dialects/wires.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import { addMeta, type Run } from '../run-state.ts'

/** Limits that keep the answer short when the input has very many problems. */
const MAX_LISTED = 50
const MAX_IN_MESSAGE = 5

/** Creates one failure from all problems; a single problem keeps its own code. */
export function inputFailure(run: Run, problems: readonly InputProblem[]): SuretyError {
  const first = problems[0]!
  const params = joinFirst([...new Set(problems.map((problem) => problem.param))], ', ')
  const { isLean, lacksSuggestions } = traitsOf(run.output.dialect)
  const facts = {
    phase: 'validation',
    retryable: false,
    // In a lean dialect the message, and the exit, say it already.
    ...(!isLean && { fix_required: `Correct ${params}.` }),
    ...placeProblems(run, problems.slice(0, MAX_LISTED)),
  } as const
  const messageOf = (problem: InputProblem) => {
    const advice = lacksSuggestions && run.output.format !== 'human' ? adviceOn(problem) : undefined
    return advice === undefined ? problem.message : `${problem.message} ${advice}`
  }
  if (problems.length > 1) {
    // The list in `meta` has the messages; people get no list.
    const isListed = isLean && run.output.format !== 'human'
    const message = isListed ? `${params}.` : joinFirst(problems.map(messageOf), ' ')
    return suretyError('ARG_ERROR', `${problems.length} problems with the input: ${message}`, facts)
  }
  const suggestion = adviceOn(first)
  return new SuretyError(first.code, 'ARG_ERROR', messageOf(first), {
    ...facts,
    ...(suggestion !== undefined && { suggestion }),
  })
}

/** Creates the failure of one value that cannot be used. */
export function refusedValue(
  run: Run,
  param: string,
  message: string,
  more: Partial<InputProblem> = {},
): SuretyError {
  return inputFailure(run, [{ param, code: 'INVALID_VALUE', message, ...more }])
}

function joinFirst(texts: readonly string[], separator: string): string {
  const shown = texts.slice(0, MAX_IN_MESSAGE).join(separator)
  const left = texts.length - MAX_IN_MESSAGE
  return left > 0 ? `${shown}${separator}And ${left} more` : shown
}

/** Puts the problems in the dialect's place for them or in `details`; at a terminal, where the renderer looks. */
function placeProblems(run: Run, problems: readonly InputProblem[]): SuretyErrorFacts {
  const list = problems as unknown as JsonObject[]
  const { placeInputErrors } = traitsOf(run.output.dialect)
  const { error = {}, meta = {} } = placeInputErrors?.(list) ?? {
    error: { details: { errors: list } },
  }
  if (run.output.format === 'human' && error.details) {
    addMeta(run, { errors: list })
    return {}
  }
  addMeta(run, meta)
  return error
}

/** Words the suggestion that a problem has. */
export function adviceOn({ code, suggestion }: InputProblem): string | undefined {
  if (suggestion === undefined) return undefined
  if (suggestion.endsWith(' --help')) return `See ${suggestion}.`
  return GUESSED.test(code) ? `Did you mean ${suggestion}?` : suggestion
}

/** The codes whose suggestion is a guess at what was meant. */
const GUESSED = /^(?:UNKNOWN_(?:FLAG|COMMAND)|UNEXPECTED_ARGUMENT|INVALID_CHOICE)$/
