import { isNeverRetryable } from '../contract/index.ts'
import { toPointer } from '@surety/internal/json/json-values.ts'
import { failureOf, type Rules } from './description.ts'
import type {
  DescribedCheck,
  DescribedCommand,
  Description,
  ErrorRule,
  Failure,
  KnownCalls,
  KnownCommand,
  OutputPart,
  Parameter,
} from './description-types.ts'
import { placeProblem } from './place.ts'

/** A mistake in a description, with a JSON pointer to it. */
export interface Problem {
  readonly pointer: string
  readonly message: string
}

type At = readonly (string | number)[]

export type ReportProblem = (parts: At, message: string) => void

export function collectProblems(check: (report: ReportProblem) => void): readonly Problem[] {
  const problems: Problem[] = []
  check((parts, message) => void problems.push({ pointer: toPointer(...parts), message }))
  return problems
}

/** Reports at places below another one. */
export function below(report: ReportProblem, ...above: At): ReportProblem {
  return (parts, message) => report([...above, ...parts], message)
}

/** Finds what the schema cannot say: patterns and places that cannot be read, members that exclude each other. */
export function commonProblems(description: Description): readonly Problem[] {
  return collectProblems((report) => {
    const { program_version: version, commands = {}, check, calls } = description
    checkPattern(report, ['program_version', 'pattern'], version?.pattern)
    const codes = new Map<string, string>()
    checkFailures(report, description, codes)
    for (const [path, command] of Object.entries(commands)) {
      const here = below(report, 'commands', path)
      checkCommand(here, command)
      checkFailures(here, command, codes)
      if (command.guard) checkFailures(below(here, 'guard'), command.guard, codes)
    }
    if (check) checkProbes(below(report, 'check'), check)
    if (calls) checkCalls(below(report, 'calls'), calls)
  })
}

/** The flags of every pattern that is tried on output. */
export const PATTERN_FLAGS = 'mu'

function checkPattern(report: ReportProblem, at: readonly string[], pattern?: string): void {
  if (pattern === undefined) return
  try {
    void new RegExp(pattern, PATTERN_FLAGS)
  } catch (error) {
    const kind = `it is a regular expression of JavaScript with the flags ${PATTERN_FLAGS}`
    report(at, `${(error as Error).message}; ${kind}`)
  }
}

function checkPlace(report: ReportProblem, at: readonly string[], place?: string): void {
  const problem = place === undefined ? undefined : placeProblem(place)
  if (problem !== undefined) report(at, problem)
}

function checkCommand(report: ReportProblem, command: DescribedCommand): void {
  const { args = {}, options = {}, danger, unchanged, output } = command
  for (const name of Object.keys(options))
    if (Object.hasOwn(args, name))
      report(['options', name], 'has the name of an argument; choose another one')
  checkPattern(report, ['unchanged'], unchanged)
  if (danger === 'safe')
    for (const member of ['effect', 'unchanged', 'dry_run'] as const)
      if (command[member] !== undefined)
        report([member], 'is for commands that change things; this one is safe')
  const last = Object.keys(args).at(-1)
  for (const [name, parameter] of Object.entries(args)) {
    const here = below(report, 'args', name)
    checkParameter(here, parameter)
    if (parameter.many && name !== last)
      here(['many'], 'only the last argument may be given several times')
    if (parameter.type === 'boolean') here(['type'], 'an argument has a value')
  }
  for (const [name, parameter] of Object.entries(options))
    checkParameter(below(report, 'options', name), parameter)
  if (output === undefined) return
  if (!('members' in output)) return checkPart(below(report, 'output'), output)
  for (const [name, part] of Object.entries(output.members))
    checkPart(below(report, 'output', 'members', name), part)
}

function checkParameter(report: ReportProblem, parameter: Parameter): void {
  const { type = 'string', values, pattern, wanted, words, env, many, min, max } = parameter
  checkPattern(report, ['pattern'], pattern)
  if (wanted !== undefined && pattern === undefined)
    report(['wanted'], 'says what a pattern asks for, and there is none')
  if (env !== undefined && words !== undefined) report(['env'], 'and words exclude each other')
  if (env !== undefined && many) report(['env'], 'a variable holds one value, so not many')
  if (type !== 'string')
    for (const [member, value] of Object.entries({ values, pattern }))
      if (value !== undefined) report([member], `is for texts, and the type is ${type}`)
  if (type !== 'integer' && type !== 'number' && (min !== undefined || max !== undefined))
    report([], 'min and max are for numbers')
  if (type !== 'boolean' && words !== undefined && !words.some((word) => word.includes('{}')))
    report(['words'], 'has no place for the value; write {} where it belongs')
}

function checkPart(report: ReportProblem, part: OutputPart): void {
  const { as, pick, pattern, fields, separator, types } = part
  const isJson = as === 'json' || as === 'jsonl' || as === 'auto'
  const isList = as === 'lines' || as === 'records'
  if (pick !== undefined && !isJson) report(['pick'], `is for JSON, and as is ${as}`)
  checkPlace(report, ['pick'], pick)
  for (const [member, value] of Object.entries({ pattern, fields, separator }))
    if (value !== undefined && !isList)
      report([member], `is for lines and records, and as is ${as}`)
  if (pattern !== undefined && fields !== undefined)
    report(['fields'], 'and pattern exclude each other')
  checkPattern(report, ['pattern'], pattern)
  if (pattern !== undefined && !/\(\?<[A-Za-z_]/.test(pattern))
    report(['pattern'], 'has no named group; write (?<name>...)')
  if (types !== undefined && pattern === undefined && fields === undefined)
    report(['types'], 'needs pattern or fields')
}

type Codes = Map<string, string>

function checkFailures(report: ReportProblem, { exits, errors }: Rules, codes: Codes): void {
  for (const [number, meaning] of Object.entries(exits ?? {})) {
    if (Number(number) > 255) report(['exits', number], 'exit numbers end at 255')
    if (typeof meaning === 'object' && 'success' in meaning)
      checkPattern(report, ['exits', number, 'stderr'], meaning.stderr)
    const failure = failureOf(meaning)
    if (failure) checkFailure(below(report, 'exits', number), failure, codes)
  }
  for (const [index, rule] of (errors ?? []).entries()) {
    const here = below(report, 'errors', index)
    const { stdout, stderr, json, message }: NonNullable<ErrorRule['when']> = rule.when ?? {}
    for (const [stream, pattern] of Object.entries({ stdout, stderr, message }))
      checkPattern(here, ['when', stream], pattern)
    checkPlace(here, ['when', 'json', 'at'], json?.at)
    checkPattern(here, ['when', 'json', 'matches'], json?.matches)
    checkFailure(here, rule, codes)
  }
}

function checkFailure(report: ReportProblem, failure: Failure, codes: Codes): void {
  const { exit, code, retryable, leaves_changes: leaves, message_at: place } = failure
  const earlier = codes.get(code)
  if (earlier !== undefined && earlier !== exit)
    report(['code'], `${code} has the exit ${earlier} elsewhere; one code has one exit`)
  codes.set(code, exit)
  if (retryable && isNeverRetryable(exit))
    report(['retryable'], `${exit} is never retryable: something must be corrected first`)
  if (leaves && (retryable || exit === 'ARG_ERROR'))
    report(['leaves_changes'], 'a failure after changes is neither retryable nor ARG_ERROR')
  checkPlace(report, ['message_at'], place)
}

/** Of known calls, codes are those of the contract or of the program, so each may stand in several rules. */
function checkCalls(report: ReportProblem, calls: KnownCalls): void {
  const check = (here: ReportProblem, facts: KnownCalls | KnownCommand) => {
    checkFailures(here, facts, new Map())
    checkPattern(here, ['decisive', 'pattern'], facts.decisive?.pattern)
    for (const [flag, pattern] of Object.entries(facts.values ?? {}))
      checkPattern(here, ['values', flag], pattern)
  }
  check(report, calls)
  for (const [path, command] of Object.entries(calls.commands)) {
    const here = below(report, 'commands', path)
    check(here, command)
    checkPattern(here, ['operand'], command.operand)
    checkPattern(here, ['script', 'matches'], command.script?.matches)
  }
}

function checkProbes(report: ReportProblem, { probes, argument_order: order }: DescribedCheck) {
  if (order && order.value === order.alternate_value)
    report(['argument_order', 'alternate_value'], 'must differ from value')
  for (const [index, probe] of probes.entries()) {
    const here = below(report, 'probes', index)
    if (probes.findIndex(({ name }) => name === probe.name) < index)
      here(['name'], 'must be unique')
    if (probe.kind === 'destructive' && probe.dry_run_flag === undefined)
      here([], "the member 'dry_run_flag' is missing")
    for (const [member, owner] of Object.entries(KIND_OF_MEMBER))
      if (Object.hasOwn(probe, member) && probe.kind !== owner)
        here([member], `belongs to kind ${owner}`)
  }
}

const KIND_OF_MEMBER = {
  dry_run_flag: 'destructive',
  deadline_seconds: 'stream',
  signal: 'stream',
  after_lines: 'stream',
  time_limit_args: 'long',
}
