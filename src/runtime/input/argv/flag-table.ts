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
}

/**
 * Builds the table; two options of the author with the same spelling are a defect of the program, and the
 * framework's options get what is left. Arguments get a long flag too, so that callers can pass every value by name.
 */
export function buildFlagTable(
  positionals: readonly Field[],
  own: readonly Field[],
  framework: readonly Field[] = [],
): FlagTable {
  const long = new Map<string, Flag>()
  const short = new Map<string, Flag>()
  const claim = (table: Map<string, Flag>, spelling: string, flag: Flag) => {
    const taken = table.get(spelling)
    if (taken === undefined) table.set(spelling, flag)
    else if (own.includes(flag.field))
      throw defect(
        'FLAG_TAKEN',
        `${spelling} is used by both ${taken.field.param} and ${flag.field.param}`,
      )
  }
  const flags = [...own, ...framework].map((field, index) => ({
    field,
    slot: positionals.length + index,
    isPositive: true,
  }))
  for (const flag of flags) {
    const { param, aliases, short: letter } = flag.field
    for (const name of [param, ...aliases.map((alias) => `--${alias}`)]) claim(long, name, flag)
    if (letter !== undefined) claim(short, `-${letter}`, flag)
  }
  const addIfFree = (name: string, flag: Flag) => {
    if (!long.has(name)) long.set(name, flag)
  }
  for (const flag of flags.filter(({ field }) => field.isSwitch))
    for (const name of [flag.field.param.slice(2), ...flag.field.aliases])
      addIfFree(`--no-${name}`, { ...flag, isPositive: false })
  for (const [slot, field] of positionals.entries())
    addIfFree(`--${field.param.slice(1, -1)}`, { field, slot, isPositive: true })
  return {
    long,
    short,
    spellings: own.filter((field) => !field.isHidden).map((field) => field.param),
    takesRest: positionals.at(-1)?.isArray === true,
  }
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

function suggestFlag(table: FlagTable, typed: string): string | undefined {
  const name = typed.replace(/^-+/, '').replaceAll('_', '-')
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
