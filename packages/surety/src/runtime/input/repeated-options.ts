import { echo } from '@surety/internal/echo.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { isCount, isSecret, listIn, type Param } from '../line/params.ts'
import type { Line } from '../line/read.ts'
import { withAnswers } from '../line/texts.ts'
import type { Finding } from '../line/values.ts'

/** Finds options with two different values, so that order never changes their meaning; lists and counters collect. */
export function conflictingRepeats(line: Line, args: readonly Param[]): readonly Finding[] {
  const seen = new Map<Param, string>()
  const conflicts = new Map<Param, InputProblem>()
  for (const token of withAnswers(line, args).tokens) {
    if (token.kind !== 'given') continue
    const { param, isPositive } = token.named
    const text = token.text ?? String(isPositive)
    const earlier = seen.get(param)
    const collects = listIn(param.def) !== undefined || isCount(param.def)
    if (earlier !== undefined && earlier !== text && !collects && param.set !== 'args')
      conflicts.set(param, conflictOf(param, earlier, text))
    seen.set(param, text)
  }
  return [...conflicts.values()].map((problem) => ({ kind: 'problem', problem }))
}

function conflictOf(param: Param, earlier: string, value: string): InputProblem {
  const isHidden = isSecret(param)
  const values = isHidden
    ? 'different values.'
    : `${echo(earlier)} and with ${echo(value)}; give it once.`
  return {
    param: param.spelled,
    code: 'INVALID_VALUE',
    message: `${param.spelled} was given twice, with ${values}`,
    ...(!isHidden && { value: echo(value) }),
  }
}
