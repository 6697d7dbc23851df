import { defect } from '../../../contract/index.ts'
import { ownMember } from '@surety/internal/json/json-members.ts'
import { flagName } from '../../declare/flag-name.ts'
import type { MaybeLater } from '../../run/maybe-later.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import { validateWith, type Shape } from '../../declare/standard-schema.ts'
import { echo } from '@surety/internal/echo.ts'
import { compileField, issueProblems, missingProblem, type Field } from './field.ts'
import { FlagTable } from './flag-table.ts'
import { scan, takeAnswers, takeValue, type Scanned } from './scan.ts'

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

/** A command line before validation by the schemas. */
export type ParsedArgv = ReturnType<ArgvParser['parse']>
export type CheckedArgv = ReturnType<typeof judge>

/** Reads command lines of one shape; stateless, so it can be reused. */
export type ArgvParser = ReturnType<typeof compileArgv>

/**
 * Compiles a parser of arguments and of options in sets with separate results. Options may appear anywhere, repeated,
 * negated, clustered and joined with `=`. A list schema on the last argument takes all remaining ones.
 */
export function compileArgv({
  args = {},
  flags = {},
  framework,
}: {
  readonly args?: Shape
  readonly flags?: Readonly<Record<string, Shape>>
  /** Makes the options of the framework when a line has one; `isRead` if they have defaults that a command needs. */
  readonly framework?: { readonly make: () => Shape; readonly isRead: boolean }
}) {
  const setNames = [...Object.keys(flags), ...(framework ? [FRAMEWORK_SET] : [])]
  const words = fieldsOf('args', args)
  checkOrder(words)
  const own = Object.keys(flags).flatMap((set) => fieldsOf(set, flags[set]!))
  let fields = [...words, ...own]
  let isWhole = framework === undefined
  /** All parameters; the positional ones come first. */
  const whole = (): readonly Field[] => {
    if (!isWhole) fields = [...fields, ...fieldsOf(FRAMEWORK_SET, framework!.make())]
    isWhole = true
    return fields
  }
  if (framework?.isRead) whole()
  const table = new FlagTable(words, own, () => whole().slice(words.length + own.length))

  /** Never throws. */
  const parse = (argv: readonly string[]) => {
    const scanned = scan(argv, table)
    takeAnswers(scanned, words)
    assignWords(words, scanned)
    return { scanned, ...gather(fields, setNames, scanned.values) }
  }
  /** Uses the values from elsewhere, such as the environment, that the command line has not. */
  const check = (parsed: { readonly scanned: Scanned }, supplied: Record<string, Values> = {}) =>
    checkAll(fields, setNames, parsed.scanned, supplied)
  return {
    parse,
    check,
    read: (argv: readonly string[], supplied?: Record<string, Values>) =>
      check(parse(argv), supplied),
    /** Tests whether a flag takes the next token as its value. */
    takesValue: (flag: string) => takesValue(table, flag),
    table,
    get fields() {
      return whole()
    },
    /** Whether a parameter depends on variables or on other options. */
    isRelated: [...words, ...own].some((field) => field.isRelated),
  }
}

/** Lists the parameters of a set. */
function fieldsOf(set: string, shape: Shape): Field[] {
  return Object.keys(shape).map((key) => {
    const name = flagName(key)
    return compileField(set, key, set === 'args' ? `<${name}>` : `--${name}`, shape[key]!)
  })
}

function checkOrder(positionals: readonly Field[]): void {
  let isOptional = false
  for (const { param, isArray, isRequired } of positionals) {
    const mistake =
      isArray && param !== positionals.at(-1)!.param
        ? 'takes all remaining arguments, so it must come last'
        : isRequired && isOptional && 'is required, so it must come before the optional arguments'
    if (mistake) throw defect('ARGUMENT_ORDER', `${param} ${mistake}`)
    isOptional ||= !isRequired
  }
}

/** Assigns positional tokens to the arguments without a value; a list at the end takes the rest. */
function assignWords(positionals: readonly Field[], found: Scanned): void {
  const open = [...positionals.keys()].filter(
    (slot) => found.values[slot] === undefined && !found.failed.has(slot),
  )
  const variadic = open.length > 0 && positionals[open.at(-1)!]!.isArray
  let { words } = found
  if (!variadic && words.length > open.length) {
    // The token after an unknown option is probably its value, so it is not a second problem.
    let excess = words.length - open.length
    words = words.filter((word) => !(word.afterUnknown && excess-- > 0))
  }
  for (const [index, { text }] of words.entries()) {
    const slot = open[Math.min(index, open.length - 1)]
    const field = slot === undefined ? undefined : positionals[slot]
    if (slot === undefined || field === undefined || (index >= open.length && !field.isArray)) {
      found.problems.push(unexpected(text, positionals))
    } else takeValue(field, slot, field.param, text, found, true)
  }
}

function unexpected(text: string, positionals: readonly Field[]): InputProblem {
  const params = positionals.map(({ param }) => param)
  const shown = echo(text)
  return {
    param: shown,
    code: 'UNEXPECTED_ARGUMENT',
    message: `The command takes ${params.join(' ') || 'no arguments'}, so ${JSON.stringify(shown)} is one too many.`,
    value: shown,
    allowed: params,
  }
}

function gather(fields: readonly Field[], setNames: readonly string[], values: readonly unknown[]) {
  const args: Record<string, unknown> = {}
  const flags: Record<string, Record<string, unknown>> = {}
  for (const set of setNames) flags[set] = {}
  for (const [slot, { key, set }] of fields.entries())
    if (values[slot] !== undefined) (set === 'args' ? args : flags[set]!)[key] = values[slot]
  return { args, flags }
}

/** Checks all values by their schemas; what a schema that waits finds is there later. */
function checkAll(
  fields: readonly Field[],
  setNames: readonly string[],
  scanned: Scanned,
  supplied: Record<string, Values>,
): MaybeLater<CheckedArgv> {
  // A null that was typed is a value.
  const given = fields.map(({ set, key }, slot) =>
    scanned.values[slot] === undefined ? ownMember(supplied[set] ?? {}, key) : scanned.values[slot],
  )
  const checking = fields.map(
    ({ schema }, slot) =>
      // True for what could not be read: a broken schema finds null or nothing, and must not pass for that.
      scanned.failed.has(slot) || validateWith(schema, given[slot]),
  )
  const judged = (results: readonly (Validity | true)[]) =>
    judge(fields, setNames, scanned, given, results)
  return checking.some((each) => each instanceof Promise)
    ? Promise.all(checking as readonly Promise<Validity | true>[]).then(judged)
    : judged(checking as readonly (Validity | true)[])
}

type Validity = Awaited<ReturnType<typeof validateWith>>

function judge(
  fields: readonly Field[],
  setNames: readonly string[],
  { values, texts, secrets, problems: found }: Scanned,
  given: readonly unknown[],
  results: readonly (Validity | true)[],
) {
  const valid: unknown[] = []
  const problems = [...found]
  const missing: Missing[] = []
  const deprecated: Field[] = []
  for (const [slot, field] of fields.entries()) {
    const result = results[slot]!
    if (result === true) continue
    if (values[slot] !== undefined && field.deprecated !== undefined) deprecated.push(field)
    if (result.issues === undefined) valid[slot] = result.value
    else if (given[slot] === undefined) {
      const problem = missingProblem(field)
      problems.push(problem)
      missing.push({ set: field.set, key: field.key, problem })
    } else problems.push(...issueProblems(field, result.issues, texts[slot]))
  }
  return { problems, missing, secrets, deprecated, ...gather(fields, setNames, valid) }
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
