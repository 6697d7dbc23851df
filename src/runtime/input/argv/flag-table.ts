import { defect } from '../../../contract/index.ts'
import { closest } from '../../../internal/closest.ts'
import { flagName } from '../../declare/framework-flags.ts'
import { isSecretName } from '../../../internal/redact/secret-name.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import { echo, type Field } from './field.ts'

/** The most options that are listed for an unknown one. */
const MAX_ALLOWED = 12

/** The meaning of a flag on the command line. */
export interface Flag {
  readonly field: Field
  readonly slot: number
  /** False for `--no-x`. */
  readonly isPositive: boolean
}

/** All spellings of all options; maps, so that `--__proto__` is an ordinary unknown flag. */
export interface FlagTable {
  readonly long: ReadonlyMap<string, Flag>
  readonly short: ReadonlyMap<string, Flag>
  /** The main spelling of each option that the author declares, for `allowed`. */
  readonly spellings: readonly string[]
  /** Whether the last argument takes any number of words, such as a command line. */
  readonly takesRest: boolean
  /** The names of options that are left out of the table, and the table with all of them. */
  readonly others?: { readonly names: readonly string[]; table(): FlagTable } | undefined
}

/**
 * Builds the table; two options with the same spelling are a defect of the program. Arguments get a
 * long flag too, so that callers can pass every value by name. `own` are the options that the author
 * declares.
 */
export function buildFlagTable(
  positionals: readonly Field[],
  fields: readonly Field[],
  own: readonly Field[] = fields,
): FlagTable {
  const firstSlot = positionals.length
  const long = new Map<string, Flag>()
  const short = new Map<string, Flag>()
  const claim = (table: Map<string, Flag>, spelling: string, flag: Flag) => {
    const taken = table.get(spelling)
    if (taken !== undefined) {
      throw defect(
        'FLAG_TAKEN',
        `${spelling} is used by both ${taken.field.param} and ${flag.field.param}`,
      )
    }
    table.set(spelling, flag)
  }
  for (const [index, field] of fields.entries()) {
    const flag: Flag = { field, slot: firstSlot + index, isPositive: true }
    claim(long, field.param, flag)
    for (const alias of field.aliases) claim(long, `--${alias}`, flag)
    if (field.short !== undefined) claim(short, `-${field.short}`, flag)
  }
  for (const [index, field] of fields.entries()) {
    if (!field.isSwitch) continue
    for (const name of [field.param.slice(2), ...field.aliases]) {
      const negated = `--no-${name}`
      // An option that is itself named --no-x takes precedence.
      if (!long.has(negated))
        long.set(negated, { field, slot: firstSlot + index, isPositive: false })
    }
  }
  for (const [slot, field] of positionals.entries()) {
    const spelling = `--${field.param.slice(1, -1)}`
    if (!long.has(spelling)) long.set(spelling, { field, slot, isPositive: true })
  }
  const takesRest = positionals.at(-1)?.isArray === true
  const spellings: string[] = []
  for (const field of own) if (!field.isHidden) spellings.push(field.param)
  return { long, short, spellings, takesRest }
}

/** The problem with an unknown flag, and the number of following tokens that are its value. */
export interface UnknownFlag {
  readonly problem: InputProblem
  readonly used: 0 | 1
}

/**
 * Creates the problem for an unknown flag, with a suggestion. If the suggested flag takes a value, the
 * next token counts as that value: as an argument it would hide that the real one is missing. `first` is
 * the first word before it; the flag may belong to that word.
 */
export function unknownFlag(
  table: FlagTable,
  token: string,
  next?: string,
  first?: string,
): UnknownFlag {
  const equals = token.indexOf('=')
  const typed = equals < 0 ? token : token.slice(0, equals)
  if (table.others && mayMean(table.others.names, typed))
    return unknownFlag(table.others.table(), token, next, first)
  const suggestion = suggestFlag(table, typed)
  const meant = suggestion === undefined ? undefined : table.long.get(suggestion)?.field
  const takesNext = equals < 0 && next !== undefined && meant !== undefined && !meant.isSwitch
  const value = equals < 0 ? (takesNext ? next : undefined) : token.slice(equals + 1)
  const isSecret = meant?.isSecret === true || isSecretName(typed)
  const param = echo(typed)
  const passOn =
    table.takesRest && first !== undefined ? ` To pass it on, put -- before ${echo(first)}.` : ''
  const problem: InputProblem = {
    param,
    code: 'UNKNOWN_FLAG',
    message: `There is no option ${param}.${passOn}`,
    ...(value !== undefined && !isSecret && { value: echo(value) }),
    allowed: table.spellings.slice(0, MAX_ALLOWED),
    ...(suggestion !== undefined && { suggestion }),
  }
  return { problem, used: takesNext ? 1 : 0 }
}

/** Tests whether a suggestion could be one of these names, or would be less certain because of them. */
function mayMean(names: readonly string[], typed: string): boolean {
  const name = bareName(typed)
  return names.some((other) => closest(name, [other]) !== undefined)
}

function bareName(typed: string): string {
  return typed.replace(/^-+/, '').replaceAll('_', '-')
}

function suggestFlag(table: FlagTable, typed: string): string | undefined {
  const name = bareName(typed)
  if (table.long.has(`--${name}`)) return `--${name}`
  const kebab = flagName(name)
  if (table.long.has(`--${kebab}`)) return `--${kebab}`
  if (name.length < 2) return undefined
  const names = [...table.long]
    .filter(([, { field }]) => !field.isHidden)
    .map(([spelling]) => spelling.slice(2))
  const found = closest(name, names)
  return found === undefined ? undefined : `--${found}`
}
