import { defect } from '../../../contract/index.ts'
import { closest } from '@surety/internal/closest.ts'
import { flagName } from '../../declare/flag-name.ts'
import { isSecretName } from '@surety/internal/redact/secret-name.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import { echo } from '@surety/internal/echo.ts'
import { type Field } from './field.ts'

const MAX_ALLOWED = 12

export interface Flag {
  readonly field: Field
  readonly slot: number
  /** False for `--no-x`. */
  readonly isPositive: boolean
}

/**
 * All spellings of all options, and of arguments, which can be passed by name too. The framework's options get what is
 * left; they are added when a spelling is not the author's, as on most lines none is.
 */
export class FlagTable {
  // Maps, so that `--__proto__` is an ordinary unknown flag.
  readonly #long = new Map<string, Flag>()
  readonly #short = new Map<string, Flag>()
  readonly #positionals: readonly Field[]
  readonly #own: readonly Flag[]
  #framework: (() => readonly Field[]) | null

  constructor(
    positionals: readonly Field[],
    own: readonly Field[],
    framework: () => readonly Field[],
  ) {
    this.#positionals = positionals
    this.#framework = framework
    this.#own = this.#flagsOf(own, positionals.length)
    this.#claim(this.#own)
  }

  long(spelling: string): Flag | undefined {
    return this.#long.get(spelling) ?? this.#complete().#long.get(spelling)
  }

  short(spelling: string): Flag | undefined {
    return this.#short.get(spelling) ?? this.#complete().#short.get(spelling)
  }

  /** The main spelling of each option that the author declares, for `allowed`. */
  get spellings(): readonly string[] {
    return this.#own.filter(({ field }) => !field.isHidden).map(({ field }) => field.param)
  }

  /** The long spellings of all options that are not hidden. */
  get names(): readonly string[] {
    const all = [...this.#complete().#long]
    return all.filter(([, { field }]) => !field.isHidden).map(([spelling]) => spelling)
  }

  /** Finds the spelling of the option or argument that the author expects to be called by this wrong name. */
  meantBy(mistake: string): string | undefined {
    const fields = [...this.#own.map(({ field }) => field), ...this.#positionals]
    const found = fields.find(({ mistakes }) => mistakes.some((each) => flagName(each) === mistake))
    return found && `--${flagName(found.key)}`
  }

  /** Whether the last argument takes any number of words, such as a command line. */
  get takesRest(): boolean {
    return this.#positionals.at(-1)?.isArray === true
  }

  #flagsOf(fields: readonly Field[], from: number): readonly Flag[] {
    return fields.map((field, index) => ({ field, slot: from + index, isPositive: true }))
  }

  #claim(flags: readonly Flag[]): void {
    for (const flag of flags) {
      const { param, aliases, short: letter } = flag.field
      for (const name of [param, ...aliases.map((alias) => `--${alias}`)])
        this.#add(this.#long, name, flag)
      if (letter !== undefined) this.#add(this.#short, `-${letter}`, flag)
    }
  }

  #add(table: Map<string, Flag>, spelling: string, flag: Flag): void {
    const taken = table.get(spelling)
    if (taken === undefined) table.set(spelling, flag)
    else if (this.#framework)
      throw defect(
        'FLAG_TAKEN',
        `${spelling} is used by both ${taken.field.param} and ${flag.field.param}`,
      )
  }

  #complete(): this {
    if (!this.#framework) return this
    const framework = this.#flagsOf(this.#framework(), this.#positionals.length + this.#own.length)
    this.#framework = null
    this.#claim(framework)
    for (const flag of [...this.#own, ...framework].filter(({ field }) => field.isSwitch))
      for (const name of [flag.field.param.slice(2), ...flag.field.aliases])
        this.#add(this.#long, `--no-${name}`, { ...flag, isPositive: false })
    for (const flag of this.#flagsOf(this.#positionals, 0))
      this.#add(this.#long, `--${flag.field.param.slice(1, -1)}`, flag)
    return this
  }
}

/**
 * Creates the problem for an unknown flag. If the suggested one takes a value, the next token counts as that value: as
 * an argument it would hide that the real one is missing. The flag may belong to the first word before it.
 */
export function unknownFlag(
  table: FlagTable,
  token: string,
  next: string | undefined,
  { first, isAdvised }: { readonly first: string | undefined; readonly isAdvised: boolean },
): { readonly problem: InputProblem; readonly used: 0 | 1 } {
  const equals = token.indexOf('=')
  const typed = equals < 0 ? token : token.slice(0, equals)
  const suggestion = isAdvised ? suggestFlag(table, typed) : undefined
  const meant = suggestion === undefined ? undefined : table.long(suggestion)?.field
  const takesNext = equals < 0 && next !== undefined && meant !== undefined && !meant.isSwitch
  const value = equals < 0 ? (takesNext ? next : undefined) : token.slice(equals + 1)
  const isSecret = meant?.isSecret === true || isSecretName(typed)
  const param = echo(typed)
  const passOn =
    table.takesRest && first !== undefined && suggestion === undefined
      ? ` If it is an argument, put -- before ${echo(first)}.`
      : ''
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
  if (table.long(`--${name}`)) return `--${name}`
  const kebab = flagName(name)
  if (table.long(`--${kebab}`)) return `--${kebab}`
  const meant = table.meantBy(kebab)
  if (meant !== undefined || name.length < 2) return meant
  const found = closest(
    name,
    table.names.map((spelling) => spelling.slice(2)),
  )
  return found === undefined ? undefined : `--${found}`
}
