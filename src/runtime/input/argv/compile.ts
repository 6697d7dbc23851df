import { defect } from '../../../contract/index.ts'
import { ownMember } from '../../../internal/json/json-members.ts'
import { flagName } from '../../declare/framework-flags.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import type { StandardSchema } from '../../../schema/index.ts'
import { validateWith, type Shape } from '../../declare/standard-schema.ts'
import { compileField, echo, issueProblems, missingProblem, type Field } from './field.ts'
import { FlagTable } from './flag-table.ts'
import { scan, takeAnswers, takeValue, type Scanned } from './scan.ts'

/** The schemas of a command line: arguments in order, and options in named sets. */
export interface ArgvShape {
  readonly args?: Shape
  /** Sets of options with separate results, for instance the command's and the tool's. */
  readonly flags?: Readonly<Record<string, Shape>>
}

/** The name of the set that holds the framework's options; it comes last. */
const FRAMEWORK_SET = 'flags'

export type Values = Readonly<Record<string, unknown>>

/** A required value that the command line lacks; a prompt may still supply it. */
export interface Missing {
  /** `args`, or the name of the set of options. */
  readonly set: string
  readonly key: string
  readonly problem: InputProblem
}

/** A parsed command line with all problems so far, before validation by the schemas. */
export interface ParsedArgv {
  readonly args: Values
  readonly flags: Readonly<Record<string, Values>>
  readonly problems: readonly InputProblem[]
  /** Internal state for {@link ArgvParser.check}. */
  readonly scanned: Scanned
}

export interface CheckedArgv {
  readonly args: Values
  readonly flags: Readonly<Record<string, Values>>
  /** All problems: from parsing, from missing values and from the schemas. */
  readonly problems: readonly InputProblem[]
  /** The missing values among the problems. */
  readonly missing: readonly Missing[]
  /** The texts of secret parameters, for the redactor. */
  readonly secrets: readonly string[]
  /** The deprecated parameters that the command line uses. */
  readonly deprecated: readonly Field[]
}

/** Values from elsewhere (a prompt, the environment), used if the command line has none. */
export type Supplied = Readonly<Record<string, Values>>

/** Reads command lines of one shape; stateless, so it can be reused. */
export interface ArgvParser {
  /** Parses options and arguments; never throws. */
  parse(argv: readonly string[]): ParsedArgv
  check(parsed: ParsedArgv, supplied?: Supplied): Promise<CheckedArgv>
  read(argv: readonly string[], supplied?: Supplied): Promise<CheckedArgv>
  /** Tests whether a flag takes the next token as its value. */
  takesValue(flag: string): boolean
  readonly table: FlagTable
  /** All parameters; the positional ones come first. */
  readonly places: readonly Place[]
  /** Whether a parameter depends on variables or on other options. */
  readonly isRelated: boolean
}

/**
 * Compiles a parser for command lines. Options may appear anywhere, and may be repeated, negated,
 * clustered and joined with `=`. After `--` everything is an argument. A list schema on the last
 * argument takes all remaining ones.
 */
export function compileArgv(shape: ArgvShape): ArgvParser {
  const { args = {}, flags = {} } = shape
  const setNames = Object.keys(flags)
  const positionals = placesOf('args', args, (name) => `<${name}>`)
  checkOrder(positionals.map(({ field }) => field))
  const options = setNames.flatMap((set) => placesOf(set, flags[set]!, (name) => `--${name}`))
  const places = [...positionals, ...options]
  const own = options.filter(({ set }) => set !== FRAMEWORK_SET).map(({ field }) => field)
  const words = positionals.map(({ field }) => field)
  const table = new FlagTable(words, own, () =>
    options.filter(({ set }) => set === FRAMEWORK_SET).map(({ field }) => field),
  )

  const parse = (argv: readonly string[]): ParsedArgv => {
    const scanned = scan(argv, table, places.length)
    takeAnswers(scanned, words.filter(({ isRequired }) => isRequired).length)
    assignWords(words, scanned)
    const { problems, values } = scanned
    return { ...gather(places, setNames, values), problems, scanned }
  }
  const check = (parsed: ParsedArgv, supplied: Supplied = {}) =>
    checkAll(places, setNames, parsed, supplied)
  return {
    parse,
    check,
    read: (argv, supplied) => check(parse(argv), supplied),
    takesValue: (flag) => takesValue(table, flag),
    table,
    places,
    isRelated: [...words, ...own].some((field) => field.isRelated),
  }
}

/** A parameter and the set that its value belongs to; its field is compiled when a line needs it. */
export class Place {
  readonly set: string
  readonly key: string
  readonly schema: StandardSchema
  readonly #param: string
  #field: Field | undefined

  constructor(set: string, key: string, schema: StandardSchema, param: string) {
    this.set = set
    this.key = key
    this.schema = schema
    this.#param = param
  }

  get field(): Field {
    return (this.#field ??= compileField(this.key, this.#param, this.schema))
  }
}

function placesOf(set: string, shape: Shape, spell: (name: string) => string): readonly Place[] {
  return Object.entries(shape).map(
    ([key, schema]) => new Place(set, key, schema, spell(flagName(key))),
  )
}

function checkOrder(positionals: readonly Field[]): void {
  let isOptional = false
  for (const [index, field] of positionals.entries()) {
    if (field.isArray && index < positionals.length - 1) {
      throw defect(
        'ARGUMENT_ORDER',
        `${field.param} takes all remaining arguments, so it must come last`,
      )
    }
    if (field.isRequired && isOptional) {
      throw defect(
        'ARGUMENT_ORDER',
        `${field.param} is required, so it must come before the optional arguments`,
      )
    }
    isOptional ||= !field.isRequired
  }
}

/** Assigns positional tokens to the arguments without a value; a list at the end takes the rest. */
function assignWords(positionals: readonly Field[], found: Scanned): void {
  const open: number[] = []
  for (let slot = 0; slot < positionals.length; slot += 1) {
    if (found.values[slot] === undefined && !found.failed.has(slot)) open.push(slot)
  }
  const variadic = open.length > 0 && positionals[open.at(-1)!]!.isArray
  let { words } = found
  if (!variadic && words.length > open.length) {
    // The token after an unknown option is probably its value, so it is not a second problem.
    let excess = words.length - open.length
    words = words.filter((word) => !(word.afterUnknown && excess-- > 0))
  }
  for (let index = 0; index < words.length; index += 1) {
    const { text } = words[index]!
    const slot = open[Math.min(index, open.length - 1)]
    const field = slot === undefined ? undefined : positionals[slot]
    if (slot === undefined || field === undefined || (index >= open.length && !field.isArray)) {
      found.problems.push(unexpected(text, positionals))
    } else takeValue(field, slot, field.param, text, found, true)
  }
}

function unexpected(text: string, positionals: readonly Field[]): InputProblem {
  const usage =
    positionals.length === 0
      ? 'The command takes no arguments'
      : `The command takes ${positionals.map((field) => field.param).join(' ')}`
  const shown = echo(text)
  return {
    param: shown,
    code: 'UNEXPECTED_ARGUMENT',
    message: `${usage}, so ${JSON.stringify(shown)} is one too many.`,
    value: shown,
    allowed: positionals.map((field) => field.param),
  }
}

function gather(places: readonly Place[], setNames: readonly string[], values: readonly unknown[]) {
  const args: Record<string, unknown> = {}
  const flags: Record<string, Record<string, unknown>> = {}
  for (const set of setNames) flags[set] = {}
  for (let slot = 0; slot < places.length; slot += 1) {
    const value = values[slot]
    if (value === undefined) continue
    const { key, set } = places[slot]!
    const target = set === 'args' ? args : flags[set]!
    target[key] = value
  }
  return { args, flags }
}

async function checkAll(
  places: readonly Place[],
  setNames: readonly string[],
  { scanned }: ParsedArgv,
  supplied: Supplied,
): Promise<CheckedArgv> {
  const { values, failed, texts, secrets } = scanned
  const results: unknown[] = []
  const problems = [...scanned.problems]
  const missing: Missing[] = []
  const deprecated: Field[] = []
  const given = places.map(({ key, set }, slot) => {
    const typed = values[slot]
    return typed === undefined ? ownMember(supplied[set] ?? {}, key) : typed
  })
  for (const [slot, place] of places.entries()) {
    if (failed.has(slot)) continue
    const { set, key, schema } = place
    const checking = validateWith(schema, given[slot])
    const result = checking instanceof Promise ? await checking : checking
    if (values[slot] !== undefined && place.field.deprecated !== undefined)
      deprecated.push(place.field)
    if (result.issues === undefined) results[slot] = result.value
    else if (given[slot] === undefined) {
      const problem = missingProblem(place.field)
      problems.push(problem)
      missing.push({ set, key, problem })
    } else problems.push(...issueProblems(place.field, result.issues, texts[slot]))
  }
  return { ...gather(places, setNames, results), problems, missing, secrets, deprecated }
}

function takesValue(table: FlagTable, token: string): boolean {
  const flag = token.startsWith('--') ? table.long(token) : table.short(token)
  if (flag !== undefined) return !flag.field.isSwitch
  if (!/^-[^-]./.test(token)) return false
  // In a cluster, the first option that takes a value takes the rest of the token as its value.
  let at = 1
  while (table.short(`-${token[at]}`)?.field.isSwitch === true) at += 1
  return at === token.length - 1 && table.short(`-${token[at]}`) !== undefined
}
