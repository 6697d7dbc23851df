import { defect } from '../../../contract/index.ts'
import { flagName } from '../../declare/framework-flags.ts'
import type { StandardResult } from '../../../schema/index.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import type { Shape } from '../../declare/standard-schema.ts'
import { compileField, echo, issueProblems, missingProblem, type Field } from './field.ts'
import { buildFlagTable, type FlagTable } from './flag-table.ts'
import { scan, takeValue, type Scanned } from './scan.ts'

/** What a command line may hold: arguments in order, and options in named sets. */
export interface ArgvShape {
  readonly args?: Shape
  /** Sets of options that are handed back apart, for instance a command's own and the tool's. */
  readonly flags?: Readonly<Record<string, Shape>>
}

/** Values by the key of their schema. */
export type Values = Readonly<Record<string, unknown>>

/** A value that is required and was not given; a prompt may still supply it. */
export interface Missing {
  /** `args`, or the name of the set of options. */
  readonly set: string
  readonly key: string
  readonly problem: InputProblem
}

/** A command line as it was read, with every problem; nothing has been checked by a schema yet. */
export interface ParsedArgv {
  readonly args: Values
  readonly flags: Readonly<Record<string, Values>>
  readonly problems: readonly InputProblem[]
  /** Read-only state for {@link ArgvParser.check}. */
  readonly scanned: Scanned
}

/** Input that the schemas have seen. */
export interface CheckedArgv {
  readonly args: Values
  readonly flags: Readonly<Record<string, Values>>
  /** All of them: from reading, from what is missing, and from the schemas. */
  readonly problems: readonly InputProblem[]
  /** Those of the problems that say that something is missing. */
  readonly missing: readonly Missing[]
  /** Texts that were given for secrets, whatever library declared them; for the redactor. */
  readonly secrets: readonly string[]
  /** Those of the parameters given that should not be used any more. */
  readonly deprecated: readonly Field[]
}

/** Values from elsewhere (a prompt, the environment), used where the command line has none. */
export type Supplied = Readonly<Record<string, Values>>

/** Reads command lines of one shape; made once, used many times, without state between. */
export interface ArgvParser {
  /** Reads options and arguments; never throws. */
  parse(argv: readonly string[]): ParsedArgv
  /** Runs the schemas; a promise only where a schema answers with one. */
  check(parsed: ParsedArgv, supplied?: Supplied): CheckedArgv | Promise<CheckedArgv>
  /** Reads and checks. */
  read(argv: readonly string[], supplied?: Supplied): CheckedArgv | Promise<CheckedArgv>
  /** Tests whether a spelling is an option that takes the next word as its value. */
  takesValue(flag: string): boolean
  /** Every option as people type it. */
  readonly spellings: readonly string[]
}

/**
 * Prepares the reading of command lines. Options may stand anywhere, be repeated, negated, clustered
 * and joined with `=`; after `--` everything is an argument; a list schema on the last argument takes
 * all that is left.
 */
export function compileArgv(shape: ArgvShape): ArgvParser {
  const positionals = Object.entries(shape.args ?? {}).map(([key, schema]) =>
    compileField(key, `<${flagName(key)}>`, schema),
  )
  checkOrder(positionals)
  const sets = Object.entries(shape.flags ?? {}).map(([set, options]) => ({
    set,
    fields: Object.entries(options).map(([key, schema]) =>
      compileField(key, `--${flagName(key)}`, schema),
    ),
  }))
  const options = sets.flatMap(({ fields }) => fields)
  const table = buildFlagTable(positionals, options)
  const places: Place[] = [
    ...positionals.map((field) => ({ field, set: 'args' })),
    ...sets.flatMap(({ set, fields }) => fields.map((field) => ({ field, set }))),
  ]
  const setNames = sets.map(({ set }) => set)

  const parse = (argv: readonly string[]): ParsedArgv => {
    const scanned = scan(argv, table, places.length)
    assignWords(positionals, scanned)
    return new Parsed(places, setNames, scanned)
  }
  const check = (parsed: ParsedArgv, supplied?: Supplied) =>
    checkAll(places, setNames, parsed, supplied)
  return {
    parse,
    check,
    read: (argv, supplied) => check(parse(argv), supplied),
    takesValue: (flag) => takesValue(table, flag),
    spellings: table.spellings,
  }
}

/** Sorts the values into their sets only when somebody looks, since most callers go on to check. */
class Parsed implements ParsedArgv {
  readonly scanned: Scanned
  readonly #places: readonly Place[]
  readonly #setNames: readonly string[]

  constructor(places: readonly Place[], setNames: readonly string[], scanned: Scanned) {
    this.#places = places
    this.#setNames = setNames
    this.scanned = scanned
  }

  get problems(): readonly InputProblem[] {
    return this.scanned.problems
  }

  get args(): Values {
    return gather(this.#places, this.#setNames, this.scanned.values).args
  }

  get flags(): Readonly<Record<string, Values>> {
    return gather(this.#places, this.#setNames, this.scanned.values).flags
  }
}

interface Place {
  readonly field: Field
  readonly set: string
}

function checkOrder(positionals: readonly Field[]): void {
  const optional = positionals.findIndex((field) => !field.isRequired)
  for (const [index, field] of positionals.entries()) {
    if (field.isArray && index < positionals.length - 1) {
      throw defect('ARGUMENT_ORDER', `${field.param} takes all that is left, so it must come last`)
    }
    if (field.isRequired && optional !== -1 && index > optional) {
      throw defect(
        'ARGUMENT_ORDER',
        `${field.param} is required and comes after an optional argument`,
      )
    }
  }
}

/** Gives the words to the arguments that were not named; the last one takes the rest if it is a list. */
function assignWords(positionals: readonly Field[], found: Scanned): void {
  const open: number[] = []
  for (let slot = 0; slot < positionals.length; slot += 1) {
    if (found.values[slot] === undefined && !found.failed.has(slot)) open.push(slot)
  }
  const variadic = open.length > 0 && positionals[open.at(-1)!]!.isArray
  let { words } = found
  if (!variadic && words.length > open.length) {
    // The word after an unknown option is most likely its value: one mistake, one problem.
    let excess = words.length - open.length
    words = words.filter((word) => !(word.afterUnknown && excess-- > 0))
  }
  for (let index = 0; index < words.length; index += 1) {
    const { text } = words[index]!
    const slot = open[Math.min(index, open.length - 1)]
    const field = slot === undefined ? undefined : positionals[slot]
    if (slot === undefined || field === undefined || (index >= open.length && !field.isArray)) {
      found.problems.push(unexpected(text, positionals))
    } else takeValue(field, slot, field.param, text, found)
  }
}

function unexpected(text: string, positionals: readonly Field[]): InputProblem {
  const takes =
    positionals.length === 0
      ? 'The command takes no arguments'
      : `The command takes ${positionals.map((field) => field.param).join(' ')}`
  const shown = echo(text)
  return {
    param: shown,
    code: 'UNEXPECTED_ARGUMENT',
    message: `${takes}, so ${JSON.stringify(shown)} is one too many.`,
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
    const { field, set } = places[slot]!
    const target = set === 'args' ? args : flags[set]!
    target[field.key] = value
  }
  return { args, flags }
}

function checkAll(
  places: readonly Place[],
  setNames: readonly string[],
  parsed: ParsedArgv,
  supplied: Supplied | undefined,
): CheckedArgv | Promise<CheckedArgv> {
  const { values, failed, problems: found } = parsed.scanned
  const state: CheckState = {
    results: [],
    problems: [...found],
    missing: [],
    texts: parsed.scanned.texts,
    secrets: parsed.scanned.secrets,
    deprecated: [],
  }
  let waiting: Promise<void>[] | undefined
  for (let slot = 0; slot < places.length; slot += 1) {
    const place = places[slot]!
    state.results.push(undefined)
    if (failed !== undefined && failed.has(slot)) continue
    const { field, set } = place
    if (values[slot] !== undefined && field.deprecated !== undefined) state.deprecated.push(field)
    const value =
      values[slot] ?? (supplied === undefined ? undefined : ownValue(supplied[set], field.key))
    if (value === undefined && field.absent !== null) {
      state.results[slot] = field.absent.value
      continue
    }
    const result = field.schema['~standard'].validate(value)
    if (result instanceof Promise) {
      waiting ??= []
      waiting.push(result.then((later) => settle(state, place, slot, value, later)))
    } else settle(state, place, slot, value, result)
  }
  if (waiting === undefined) return finish(places, setNames, state)
  return Promise.all(waiting).then(() => finish(places, setNames, state))
}

interface CheckState {
  readonly results: unknown[]
  readonly problems: InputProblem[]
  readonly missing: Missing[]
  readonly texts: readonly (string | undefined)[]
  readonly secrets: readonly string[]
  readonly deprecated: Field[]
}

function settle(
  state: CheckState,
  { field, set }: Place,
  slot: number,
  value: unknown,
  result: StandardResult<unknown>,
): void {
  if (result.issues === undefined) state.results[slot] = result.value
  else if (value === undefined) {
    const problem = missingProblem(field)
    state.problems.push(problem)
    state.missing.push({ set, key: field.key, problem })
  } else state.problems.push(...issueProblems(field, result.issues, state.texts[slot]))
}

function finish(
  places: readonly Place[],
  setNames: readonly string[],
  state: CheckState,
): CheckedArgv {
  const { args, flags } = gather(places, setNames, state.results)
  const { problems, missing, secrets, deprecated } = state
  return { args, flags, problems, missing, secrets, deprecated }
}

function ownValue(values: Values | undefined, key: string): unknown {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined
}

function takesValue(table: FlagTable, token: string): boolean {
  const flag = table.long.get(token) ?? table.short.get(token)
  if (flag !== undefined) return !flag.field.isBoolean
  if (!/^-[^-]./.test(token)) return false
  // Of several short options in one word, the first that takes a value takes what is left of the word.
  let at = 1
  while (table.short.get(`-${token[at]}`)?.field.isBoolean === true) at += 1
  return at === token.length - 1 && table.short.has(`-${token[at]}`)
}
