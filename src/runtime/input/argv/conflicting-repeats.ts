import type { InputProblem } from '../../handler/input-problem.ts'
import type { Place } from './compile.ts'
import { echo, type Field } from './field.ts'

/**
 * Finds options that appear twice with different values, so that the order of the arguments never changes
 * their meaning. Lists and counters collect.
 */
export function conflictingRepeats(
  argv: readonly string[],
  places: readonly Place[],
): readonly InputProblem[] {
  const names = new Map(places.flatMap(({ field }) => spellings(field)))
  const seen = new Map<Field, string>()
  const conflicts = new Map<Field, InputProblem>()
  const take = (field: Field, value: string) => {
    const earlier = seen.get(field)
    if (earlier !== undefined && earlier !== value && !field.isArray && !field.isCount)
      conflicts.set(field, conflictOf(field, earlier, value))
    seen.set(field, value)
  }
  for (let at = 0; at < argv.length; at += 1) {
    const token = argv[at]!
    if (token === '--') break
    if (!token.startsWith('-')) continue
    const equals = token.indexOf('=')
    const name = equals < 0 ? token : token.slice(0, equals)
    const meant = names.get(name)
    if (!meant) continue
    const { field, value } = meant
    if (equals >= 0) take(field, token.slice(equals + 1))
    else if (field.isSwitch) take(field, value)
    else if (at + 1 < argv.length) take(field, argv[(at += 1)]!)
  }
  return [...conflicts.values()]
}

interface Meant {
  readonly field: Field
  /** The value of a switch in this spelling. */
  readonly value: string
}

function spellings(field: Field): readonly (readonly [string, Meant])[] {
  if (!field.param.startsWith('--')) return []
  const long = [field.param, ...field.aliases.map((alias) => `--${alias}`)]
  const short = field.short === undefined ? [] : [`-${field.short}`]
  const negated = field.isSwitch ? long.map((name) => `--no-${name.slice(2)}`) : []
  return [
    ...negated.map((name) => [name, { field, value: 'false' }] as const),
    ...[...long, ...short].map((name) => [name, { field, value: 'true' }] as const),
  ]
}

function conflictOf(field: Field, earlier: string, value: string): InputProblem {
  const { param } = field
  if (field.isSecret) {
    return {
      param,
      code: 'INVALID_VALUE',
      message: `${param} was given twice, with different values.`,
    }
  }
  return {
    param,
    code: 'INVALID_VALUE',
    message: `${param} was given twice, with ${echo(earlier)} and with ${echo(value)}; give it once.`,
    value: echo(value),
  }
}
