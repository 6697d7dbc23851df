import { echo } from '@surety/internal/echo.ts'
import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import { formatsOf } from '../declare/framework-flags.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { isCount, isSecret, listIn, type Param } from '../line/params.ts'
import type { Line } from '../line/read.ts'
import { withAnswers } from '../line/texts.ts'
import type { Finding } from '../line/values.ts'

interface Mention {
  readonly param: Param
  readonly text: string
}

export function refusedIn116(
  cli: Cli,
  { declaration: { binary } }: Command,
  line: Line,
  args: readonly Param[],
): readonly Finding[] {
  const given = withAnswers(line, args).tokens.flatMap((token) => {
    if (token.kind !== 'given') return []
    const { param, isPositive } = token.named
    return [{ param, text: token.text ?? String(isPositive) }]
  })
  const files = given.filter(({ param }) => param.set === 'flags' && param.key === 'output')
  const problems = [
    ...conflictingRepeats(given),
    ...files.flatMap(({ text }) => misplacedFile(cli, text, binary !== undefined)),
  ]
  return problems.map((problem) => ({ kind: 'problem', problem }))
}

/** Finds options with two different values, so that order never changes their meaning; lists and counters collect. */
function conflictingRepeats(given: readonly Mention[]): readonly InputProblem[] {
  const seen = new Map<Param, string>()
  const conflicts = new Map<Param, InputProblem>()
  for (const { param, text } of given) {
    const earlier = seen.get(param)
    const collects = listIn(param.def) !== undefined || isCount(param.def)
    if (earlier !== undefined && earlier !== text && !collects && param.set !== 'args')
      conflicts.set(param, conflictOf(param, earlier, text))
    seen.set(param, text)
  }
  return [...conflicts.values()]
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
/** Refuses the name of a format as a file, which callers of older contracts would write. */
function misplacedFile(cli: Cli, value: string, isBinary: boolean): readonly InputProblem[] {
  const problem = { param: '--output', code: 'INVALID_VALUE', value }
  const message = '--output is the path of a file; '
  if (isBinary && value === '-')
    return [{ ...problem, message: `${message}standard output holds the answer and no bytes.` }]
  if (!['table', 'id', ...formatsOf(cli.declaration)].includes(value)) return []
  const suggestion = `--format ${value}`
  return [{ ...problem, message: `${message}write ${suggestion} for the format.`, suggestion }]
}
