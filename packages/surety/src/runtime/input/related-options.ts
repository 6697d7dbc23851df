import { mannersIn } from '../run/manners.ts'
import { defect } from '../../contract/index.ts'
import { jsonEqual } from '@surety/internal/json/json-values.ts'
import type { CommandDeclaration } from '../declare/types/command-declaration.ts'
import type { OptionRule } from '../declare/types/command-parts.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { flagName } from '../declare/flag-name.ts'
import { validateWith } from '../declare/standard-schema.ts'
import { listed } from '../result/failure/suggestion.ts'
import { learnSecret, type Run } from '../run/run-state.ts'
import type { ArgvParser, CheckedArgv, Missing, ParsedArgv } from './argv/compile.ts'
import { compileField, issueProblems, type Field } from './argv/field.ts'
import { readText } from './argv/scan.ts'

/** Checks options that depend on each other or on variables, which yield to what the command line says. */
export async function checkRelated(
  run: Run,
  parser: ArgvParser,
  parsed: ParsedArgv,
  { exactlyOne = [], optionRules = [] }: CommandDeclaration,
): Promise<CheckedArgv> {
  const { world, output } = run
  const { namesWholeSet } = mannersIn(output.dialect)
  const params = parser.fields.map((field, slot) => toParam(field, slot, parsed, world.env))
  const exclusive = exactlyOne.map((keys) => ({ members: found(params, keys), isOneNeeded: true }))
  const sets: readonly ExclusiveSet[] = [...exclusive, ...conflictingPairs(params)]
  for (const set of sets) yieldToTyped(set.members)
  const problems: InputProblem[] = []
  const supplied: Record<string, Record<string, unknown>> = {}
  for (const param of params) {
    if (param.text === undefined || param.isTyped) continue
    const { field, variable, text } = param
    if (field.isSecret) learnSecret(run, text)
    const named = compileField(field.set, field.key, variable, field.schema)
    const read = readText(named, text)
    const isRead = read.problems.length === 0
    const { issues = [] } = isRead ? await validateWith(field.schema, read.value) : {}
    const wrong = [...read.problems, ...issueProblems(named, issues, text)]
    problems.push(...wrong)
    // A wrong value is reported by the name of its variable; the option is not missing as well.
    param.isRefused = wrong.length > 0
    if (!param.isRefused) (supplied[field.set] ??= {})[field.key] = read.value
  }
  for (const rule of optionRules) {
    if (!('unless' in rule) || isGiven(found(params, [rule.unless])[0]!)) continue
    for (const [key, value] of Object.entries(rule.defaults)) {
      const [target] = found(params, [key])
      if (!isGiven(target!)) (supplied[target!.field.set] ??= {})[target!.field.key] = value
    }
  }
  const checked = await parser.check(parsed, supplied)
  const refused = params.filter((param) => param.isRefused).map(({ field }) => field.key)
  const missing = checked.missing.filter(({ key }) => !refused.includes(key))
  const dropped = new Set(checked.missing.map(({ problem }) => problem))
  const named = missing.map((each) => ({ ...each, problem: withVariable(each, params) }))
  return {
    ...checked,
    missing: named,
    problems: [
      ...checked.problems.filter((problem) => !dropped.has(problem)),
      ...named.map(({ problem }) => problem),
      ...problems,
      ...sets.flatMap((set) => exclusionProblems(set, namesWholeSet)),
      ...params.flatMap((param) => requirementProblems(param, params)),
      ...optionRules.flatMap((rule) => ruleProblems(rule, params, checked)),
    ],
  }
}

interface Param {
  readonly field: Field
  readonly variable: string
  /** Whether the command line gives it. */
  readonly isTyped: boolean
  readonly isOff: boolean
  /** The text of its variable; undefined if there is none or it does not count. */
  text: string | undefined
  isRefused: boolean
}

/** Parameters of which at most one can be given. */
interface ExclusiveSet {
  readonly members: readonly Param[]
  readonly isOneNeeded: boolean
}

function toParam(
  field: Field,
  slot: number,
  parsed: ParsedArgv,
  env: Readonly<Record<string, string | undefined>>,
): Param {
  const typed = valueOf(field, parsed)
  const isTyped = parsed.scanned.failed.has(slot) || typed !== undefined
  const variables = [field.json['x-env'] ?? ''].flat().map(String)
  // An empty variable counts as unset, as in `ACME_ZONE= acme ls`.
  const variable = variables.find((name) => env[name]) ?? variables[0]!
  const text = env[variable] || undefined
  const isOff = isTyped ? typed === false : field.isSwitch && text === 'false'
  return { field, variable, isTyped, isOff, text, isRefused: false }
}

/** Pairs of options that exclude each other, each pair once, whichever of the two names the other. */
function conflictingPairs(params: readonly Param[]): ExclusiveSet[] {
  const pairs = new Map<string, ExclusiveSet>()
  for (const param of params) {
    for (const other of found(params, keysIn(param, 'x-conflicts'))) {
      const members = [param, other].toSorted((a, b) => params.indexOf(a) - params.indexOf(b))
      const id = members.map(nameOf).join(' ')
      if (other !== param) pairs.set(id, { members, isOneNeeded: false })
    }
  }
  return [...pairs.values()]
}

/** Ignores the variables of a set if the command line gives a member of it. */
function yieldToTyped(members: readonly Param[]): void {
  if (!members.some(({ isTyped }) => isTyped)) return
  for (const member of members) if (!member.isTyped) member.text = undefined
}

function exclusionProblems(
  { members, isOneNeeded }: ExclusiveSet,
  namesAll: boolean,
): InputProblem[] {
  const given = members.filter(isGiven)
  const names = members.map(nameOf)
  if (given.length > 1) {
    const [first = '', ...others] = given.map(shownAs)
    const isOneOfMore = namesAll && isOneNeeded && members.length > given.length
    const all = isOneOfMore ? listed(names, 'and') : 'them'
    const message = `${first} cannot be combined with ${listed(others, 'and')}; give only one of ${all}.`
    return [{ param: first, code: 'CONFLICTING_OPTIONS', message, conflicts_with: others }]
  }
  if (!isOneNeeded || given.length === 1) return []
  const variables = members.flatMap(({ variable }) => (variable === '' ? [] : [variable]))
  const orSet = variables.length === 0 ? '' : `, or set ${listed(variables, 'or')}`
  const message = `One of ${listed(names, 'and')} is required; give exactly one${orSet}.`
  return [{ param: names.join(' | '), code: 'MISSING_ARGUMENT', message, allowed: names }]
}

function requirementProblems(param: Param, params: readonly Param[]): InputProblem[] {
  const needed = found(params, keysIn(param, 'x-requires'))
  return isGiven(param) ? missingBeside(shownAs(param), needed) : []
}

/** Finds what is not given of that which something needs. */
function missingBeside(by: string, needed: readonly Param[]): InputProblem[] {
  const names = needed.filter((each) => !isGiven(each)).map(nameOf)
  if (names.length === 0) return []
  const message = `${by} needs ${listed(names, 'and')}; add ${names.length > 1 ? 'them' : 'it'}.`
  return [{ param: names[0]!, code: 'MISSING_ARGUMENT', message, required_by: by }]
}

/** Finds what is missing by the rules of a command: what a value needs, or any one of several. */
function ruleProblems(
  rule: OptionRule,
  params: readonly Param[],
  checked: CheckedArgv,
): InputProblem[] {
  if ('anyOf' in rule) {
    const names = found(params, rule.anyOf).map(nameOf)
    if (found(params, rule.anyOf).some(isGiven)) return []
    const message = `At least one of ${listed(names, 'and')} is required.`
    return [{ param: names.join(' | '), code: 'MISSING_ARGUMENT', message, allowed: names }]
  }
  if (!('if' in rule)) return []
  const [[key, wanted] = ['', null]] = Object.entries(rule.if)
  const [param] = found(params, [key])
  // A default is nothing that the caller said.
  const isSaid = param!.isTyped || param!.text !== undefined
  if (!isSaid || !jsonEqual(valueOf(param!.field, checked), wanted)) return []
  const said = `${shownAs(param!)} ${typeof wanted === 'string' ? wanted : JSON.stringify(wanted)}`
  return missingBeside(said, found(params, rule.needs))
}

function valueOf(
  { set, key }: Field,
  { args, flags }: Pick<ParsedArgv, 'args' | 'flags'>,
): unknown {
  return (set === 'args' ? args : flags[set])?.[key]
}

/** Says which variable could have given a missing value. */
function withVariable({ problem, set, key }: Missing, params: readonly Param[]): InputProblem {
  const param = params.find(({ field }) => field.set === set && field.key === key)
  if (!param || param.variable === '') return problem
  const message = `${problem.message.replace(/\.$/, '')}; give it or set ${param.variable}.`
  return { ...problem, message, env: param.variable }
}

/** A switch that is turned off does not count as given. */
function isGiven({ isTyped, isOff, text }: Param): boolean {
  return !isOff && (isTyped || text !== undefined)
}

function found(params: readonly Param[], keys: readonly string[]): Param[] {
  return keys.flatMap((key) => {
    const name = flagName(key)
    // An option and an argument of the same name: the flag is the option's.
    const named = params.findLast(({ field }) => flagName(field.key) === name)
    if (named) return [named]
    const known = params.flatMap(({ field }) => (field.set === 'flags' ? [] : [field.key]))
    throw defect(
      'OPTION_UNKNOWN',
      `requires, conflicts, exactlyOne and optionRules name the option '${key}', which does not exist; use one of ${known.join(', ')}`,
    )
  })
}

function keysIn({ field }: Param, keyword: string): readonly string[] {
  const keys = field.json[keyword]
  return Array.isArray(keys) ? keys.map(String) : []
}

function nameOf({ field }: Param): string {
  return field.param
}

/** The name of a value as the caller gave it. */
function shownAs(param: Param): string {
  return param.isTyped ? nameOf(param) : param.variable
}
