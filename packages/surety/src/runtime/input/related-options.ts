import { defect } from '../../contract/index.ts'
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
): Promise<Checked> {
  const options = names.params.map((param) => toOption(param, taken, run.world.env))
  const pairs = conflictingPairs(options)
  // The variables of a pair do not count if the line gives one of the two.
  for (const pair of pairs)
    if (pair.some(({ isTyped }) => isTyped))
      for (const option of pair) if (!option.isTyped) option.text = undefined
  const found: Finding[] = []
  const supplied = new Map<Param, unknown>()
  for (const option of options)
    if (option.text !== undefined && !option.isTyped)
      found.push(...(await readVariable(run, option, supplied)))
  const checked = await checkValues(params, taken, supplied)
  const others = checked.findings.filter(({ kind }) => kind !== 'missing')
  const missing = checked.findings.flatMap((finding) => {
    if (finding.kind !== 'missing') return []
    const option = options.find(({ param }) => param === finding.param)
    if (option?.isRefused) return []
    return [option?.variable ? { ...finding, variable: option.variable } : finding]
  })
  const problems = [
    ...pairs.flatMap(exclusionProblems),
    ...options.flatMap((option) => requirementProblems(option, options)),
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

/** Pairs of options that exclude each other, each pair once, whichever of the two names the other. */
function conflictingPairs(options: readonly Option[]): readonly (readonly Option[])[] {
  const pairs = new Map<string, readonly Option[]>()
  for (const option of options) {
    for (const other of named(options, option.param.def.conflicts)) {
      const pair = [option, other].toSorted((a, b) => options.indexOf(a) - options.indexOf(b))
      if (other !== option) pairs.set(pair.map(spellingOf).join(' '), pair)
    }
  }
  return [...pairs.values()]
}

function exclusionProblems(pair: readonly Option[]): readonly InputProblem[] {
  const [first, other] = pair.filter(isGiven).map(shownAs)
  if (first === undefined || other === undefined) return []
  const message = `${first} cannot be combined with ${other}; give only one of them.`
  return [{ param: first, code: 'CONFLICTING_OPTIONS', message, conflicts_with: [other] }]
}

function requirementProblems(option: Option, options: readonly Option[]): readonly InputProblem[] {
  const needed = named(options, option.param.def.requires)
  const names = needed.filter((each) => !isGiven(each)).map(spellingOf)
  if (!isGiven(option) || names.length === 0) return []
  const by = shownAs(option)
  const message = `${by} needs ${listed(names, 'and')}; add ${names.length > 1 ? 'them' : 'it'}.`
  return [{ param: names[0]!, code: 'MISSING_ARGUMENT', message, required_by: by }]
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
      `requires and conflicts name the option '${key}', which does not exist; use one of ${known.join(', ')}`,
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
