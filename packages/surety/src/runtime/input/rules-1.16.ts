import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import { formatsOf } from '../declare/framework-flags.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import type { ArgvParser, ParsedArgv } from './argv/compile.ts'
import { echo } from '@surety/internal/echo.ts'
import { type Field } from './argv/field.ts'

export function refusedIn116(
  cli: Cli,
  { declaration: { binary } }: Command,
  { fields }: ArgvParser,
  { scanned: { mentions } }: ParsedArgv,
): readonly InputProblem[] {
  const given = mentions.map(({ slot, text }) => ({ field: fields[slot]!, text }))
  const files = given.filter(({ field }) => field.set === 'flags' && field.key === 'output')
  return [
    ...conflictingRepeats(given),
    ...files.flatMap(({ text }) => misplacedFile(cli, text, binary !== undefined)),
  ]
}

/** Finds options with two different values, so that order never changes their meaning; lists and counters collect. */
function conflictingRepeats(
  given: readonly { readonly field: Field; readonly text: string }[],
): readonly InputProblem[] {
  const seen = new Map<Field, string>()
  const conflicts = new Map<Field, InputProblem>()
  for (const { field, text } of given) {
    const earlier = seen.get(field)
    const collects = field.isArray || field.isCount
    if (earlier !== undefined && earlier !== text && !collects && field.param.startsWith('--'))
      conflicts.set(field, conflictOf(field, earlier, text))
    seen.set(field, text)
  }
  return [...conflicts.values()]
}

function conflictOf({ param, isSecret }: Field, earlier: string, value: string): InputProblem {
  const values = isSecret
    ? 'different values.'
    : `${echo(earlier)} and with ${echo(value)}; give it once.`
  return {
    param,
    code: 'INVALID_VALUE',
    message: `${param} was given twice, with ${values}`,
    ...(!isSecret && { value: echo(value) }),
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
