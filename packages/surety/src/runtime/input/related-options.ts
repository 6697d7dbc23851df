import { jsonEqual } from '@surety/internal/json/json-values.ts'
import { defect } from '../../contract/index.ts'
import type { CommandDeclaration } from '../declare/types/command-declaration.ts'
import type { OptionRule } from '../declare/types/command-parts.ts'
import { flagName } from '../declare/framework-flag.ts'
import { validateWith } from '../declare/standard-schema.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import type { Names } from '../line/names.ts'
import { isSwitch, type Param } from '../line/params.ts'
import { takeText } from '../line/texts.ts'
import {
  checkValues,
  nothingTaken,
  type Checked,
  type Finding,
  type Taken,
} from '../line/values.ts'
import { listed } from '../result/failure/suggestion.ts'
import { learnSecret, type Run } from '../run/run-state.ts'

/** Checks options that depend on each other or on variables, which yield to what the command line says. */
export async function checkRelated(
  run: Run,
  names: Names,
  params: readonly Param[],
  taken: Taken,
  { exactlyOne = [], optionRules = [] }: CommandDeclaration,
): Promise<Checked> {
  const options = names.params.map((param) => toOption(param, taken, run.world.env))
  const needed = exactlyOne.map((keys) => ({ members: named(options, keys), isOneNeeded: true }))
  const sets = [...needed, ...conflictingPairs(options)]
  // The variables of a set do not count if the line gives a member of it.
  for (const { members } of sets)
    if (members.some(({ isTyped }) => isTyped))
      for (const member of members) if (!member.isTyped) member.text = undefined
  const found: Finding[] = []
  const supplied = new Map<Param, unknown>()
  for (const option of options)
    if (option.text !== undefined && !option.isTyped)
      found.push(...(await readVariable(run, option, supplied)))
  for (const rule of optionRules) {
    if (!('unless' in rule) || isGiven(named(options, [rule.unless])[0]!)) continue
    for (const [key, value] of Object.entries(rule.defaults)) {
      const [target] = named(options, [key])
      if (!isGiven(target!)) supplied.set(target!.param, value)
    }
  }
  const checked = await checkValues(params, taken, supplied)
  const others = checked.findings.filter(({ kind }) => kind !== 'missing')
  const missing = checked.findings.flatMap((finding) => {
    if (finding.kind !== 'missing') return []
    const option = options.find(({ param }) => param === finding.param)
    if (option?.isRefused) return []
    return [option?.variable ? { ...finding, variable: option.variable } : finding]
  })
  const problems = [
    ...sets.flatMap(exclusionProblems),
    ...options.flatMap((option) => requirementProblems(option, options)),
    ...optionRules.flatMap((rule) => ruleProblems(rule, options, checked)),
  ]
  const more = problems.map((problem) => ({ kind: 'problem', problem }) as const)
  return { ...checked, findings: [...others, ...missing, ...found, ...more] }
}

interface Option {
  readonly param: Param
  readonly variable: string
  /** Whether the command line gives it. */
  readonly isTyped: boolean
  readonly isOff: boolean
  /** The text of its variable; undefined if there is none or it does not count. */
  text: string | undefined
  isRefused: boolean
}

function toOption(
  param: Param,
  taken: Taken,
  env: Readonly<Record<string, string | undefined>>,
): Option {
  const typed = taken.values.get(param)
  const isTyped = taken.failed.has(param) || typed !== undefined
  const variables = [param.def.env ?? ''].flat()
  // An empty variable counts as unset, as in `ACME_ZONE= acme ls`.
  const variable = variables.find((name) => env[name]) ?? variables[0]!
  const text = env[variable] || undefined
  const isOff = isTyped ? typed === false : isSwitch(param) && text === 'false'
  return { param, variable, isTyped, isOff, text, isRefused: false }
}

/** Reads the variable of an option. What is wrong with it is reported by its own name. */
async function readVariable(
  run: Run,
  option: Option,
  supplied: Map<Param, unknown>,
): Promise<readonly Finding[]> {
  const { param, variable: spelled } = option
  const text = option.text!
  const aside = nothingTaken()
  takeText(aside, param, text, spelled)
  for (const secret of aside.secrets) learnSecret(run, secret)
  const value = aside.values.get(param)
  const { issues = [] } = aside.failed.has(param) ? {} : await validateWith(param.schema, value)
  if (issues.length > 0) aside.findings.push({ kind: 'invalid', param, issues, text, spelled })
  option.isRefused = aside.findings.length > 0
  if (!option.isRefused) supplied.set(param, value)
  return aside.findings
}

/** Parameters of which at most one can be given. */
interface ExclusiveSet {
  readonly members: readonly Option[]
  readonly isOneNeeded: boolean
}

/** Pairs of options that exclude each other, each pair once, whichever of the two names the other. */
function conflictingPairs(options: readonly Option[]): readonly ExclusiveSet[] {
  const pairs = new Map<string, ExclusiveSet>()
  for (const option of options) {
    for (const other of named(options, option.param.def.conflicts)) {
      const members = [option, other].toSorted((a, b) => options.indexOf(a) - options.indexOf(b))
      const id = members.map(spellingOf).join(' ')
      if (other !== option) pairs.set(id, { members, isOneNeeded: false })
    }
  }
  return [...pairs.values()]
}

function exclusionProblems({ members, isOneNeeded }: ExclusiveSet): readonly InputProblem[] {
  const given = members.filter(isGiven)
  const names = members.map(spellingOf)
  if (given.length > 1) {
    const [first = '', ...others] = given.map(shownAs)
    const message = `${first} cannot be combined with ${listed(others, 'and')}; give only one of them.`
    return [{ param: first, code: 'CONFLICTING_OPTIONS', message, conflicts_with: others }]
  }
  if (!isOneNeeded || given.length === 1) return []
  const variables = members.flatMap(({ variable }) => (variable === '' ? [] : [variable]))
  const orSet = variables.length === 0 ? '' : `, or set ${listed(variables, 'or')}`
  const message = `One of ${listed(names, 'and')} is required; give exactly one${orSet}.`
  return [{ param: names.join(' | '), code: 'MISSING_ARGUMENT', message, allowed: names }]
}

function requirementProblems(option: Option, options: readonly Option[]): readonly InputProblem[] {
  const needed = named(options, option.param.def.requires)
  return isGiven(option) ? missingBeside(shownAs(option), needed) : []
}

/** Finds what is not given of that which something needs. */
function missingBeside(by: string, needed: readonly Option[]): readonly InputProblem[] {
  const names = needed.filter((each) => !isGiven(each)).map(spellingOf)
  if (names.length === 0) return []
  const message = `${by} needs ${listed(names, 'and')}; add ${names.length > 1 ? 'them' : 'it'}.`
  return [{ param: names[0]!, code: 'MISSING_ARGUMENT', message, required_by: by }]
}

/** Finds what is missing by the rules of a command: what a value needs, or any one of several. */
function ruleProblems(
  rule: OptionRule,
  options: readonly Option[],
  checked: Checked,
): readonly InputProblem[] {
  if ('anyOf' in rule) {
    const found = named(options, rule.anyOf)
    const names = found.map(spellingOf)
    if (found.some(isGiven)) return []
    const message = `At least one of ${listed(names, 'and')} is required.`
    return [{ param: names.join(' | '), code: 'MISSING_ARGUMENT', message, allowed: names }]
  }
  if (!('if' in rule)) return []
  const [[key, wanted] = ['', null]] = Object.entries(rule.if)
  const option = named(options, [key])[0]!
  // A default is nothing that the caller said.
  const isSaid = option.isTyped || option.text !== undefined
  const { set, key: member } = option.param
  const value = checked[set][member]
  if (!isSaid || !jsonEqual(value, wanted)) return []
  const said = `${shownAs(option)} ${typeof wanted === 'string' ? wanted : JSON.stringify(wanted)}`
  return missingBeside(said, named(options, rule.needs))
}

/** A switch that is turned off does not count as given. */
function isGiven({ isTyped, isOff, text }: Option): boolean {
  return !isOff && (isTyped || text !== undefined)
}

function named(options: readonly Option[], keys: readonly string[] = []): Option[] {
  return keys.map((key) => {
    const name = flagName(key)
    // An option and an argument of the same name: the flag is the option's.
    const found = options.findLast(({ param }) => flagName(param.key) === name)
    if (found) return found
    const known = options.flatMap(({ param }) => (param.set === 'flags' ? [] : [param.key]))
    throw defect(
      'OPTION_UNKNOWN',
      `requires, conflicts, exactlyOne and optionRules name the option '${key}', which does not exist; use one of ${known.join(', ')}`,
    )
  })
}

function spellingOf({ param }: Option): string {
  return param.spelled
}

/** The name of a value as the caller gave it. */
function shownAs(option: Option): string {
  return option.isTyped ? spellingOf(option) : option.variable
}
