import { isNeverRetryable } from '../contract/index.ts'
import { toPointer } from '../internal/json/json-members.ts'
import {
  failureOf,
  type Description,
  type DescribedCheck,
  type DescribedCommand,
  type ErrorRule,
  type Failure,
  type KnownCalls,
  type Output,
  type OutputPart,
  type Parameter,
} from './description.ts'
import { placeProblem } from './place.ts'

/** A mistake in a description, with a JSON pointer to it. */
export interface Problem {
  readonly pointer: string
  readonly message: string
}

export type ReportProblem = (parts: readonly (string | number)[], message: string) => void

export function collectProblems(check: (report: ReportProblem) => void): readonly Problem[] {
  const problems: Problem[] = []
  check((parts, message) => void problems.push({ pointer: toPointer(...parts), message }))
  return problems
}

/** Finds what the schema cannot say: patterns and places that cannot be read, members that exclude each other. */
export function commonProblems(description: Description): readonly Problem[] {
  return collectProblems((report) => {
    const { program_version: version, commands = {}, check, calls } = description
    checkPattern(report, ['program_version', 'pattern'], version?.pattern)
    const codes = new Map<string, string>()
    checkFailures(report, [], description, codes)
    for (const [path, command] of Object.entries(commands)) {
      checkCommand(report, ['commands', path], command)
      checkFailures(report, ['commands', path], command, codes)
      if (command.guard) checkFailures(report, ['commands', path, 'guard'], command.guard, codes)
    }
    if (check) checkProbes(report, check)
    if (calls) checkCalls(report, calls)
  })
}

/** The flags of every pattern that is tried on output. */
export const PATTERN_FLAGS = 'mu'

function checkPattern(
  report: ReportProblem,
  at: readonly string[],
  pattern: string | undefined,
): void {
  if (pattern === undefined) return
  try {
    void new RegExp(pattern, PATTERN_FLAGS)
  } catch (error) {
    const kind = `it is a regular expression of JavaScript with the flags ${PATTERN_FLAGS}`
    report(at, `${(error as Error).message}; ${kind}`)
  }
}

function checkPlace(report: ReportProblem, at: readonly string[], place: string | undefined): void {
  const problem = place === undefined ? undefined : placeProblem(place)
  if (problem !== undefined) report(at, problem)
}

function checkCommand(
  report: ReportProblem,
  at: readonly string[],
  command: DescribedCommand,
): void {
  const { args = {}, options = {}, danger, unchanged } = command
  for (const name of Object.keys(options))
    if (Object.hasOwn(args, name))
      report([...at, 'options', name], 'has the name of an argument; choose another one')
  checkPattern(report, [...at, 'unchanged'], unchanged)
  if (danger === 'safe')
    for (const member of ['effect', 'unchanged', 'dry_run'] as const)
      if (command[member] !== undefined)
        report([...at, member], 'is for commands that change things; this one is safe')
  const last = Object.keys(args).at(-1)
  for (const [name, parameter] of Object.entries(args)) {
    const place = [...at, 'args', name]
    checkParameter(report, place, parameter)
    if (parameter.many && name !== last)
      report([...place, 'many'], 'only the last argument may be given several times')
    if (parameter.type === 'boolean') report([...place, 'type'], 'an argument has a value')
  }
  for (const [name, parameter] of Object.entries(options))
    checkParameter(report, [...at, 'options', name], parameter)
  checkOutput(report, [...at, 'output'], command.output)
}

function checkParameter(report: ReportProblem, at: readonly string[], parameter: Parameter): void {
  const { type = 'string', values, pattern, words, env, many, min, max } = parameter
  checkPattern(report, [...at, 'pattern'], pattern)
  if (env !== undefined && words !== undefined)
    report([...at, 'env'], 'and words exclude each other')
  if (env !== undefined && many) report([...at, 'env'], 'a variable holds one value, so not many')
  if (type !== 'string')
    for (const [member, value] of Object.entries({ values, pattern }))
      if (value !== undefined) report([...at, member], `is for texts, and the type is ${type}`)
  if (type !== 'integer' && type !== 'number' && (min !== undefined || max !== undefined))
    report(at, 'min and max are for numbers')
  if (type !== 'boolean' && words !== undefined && !words.some((word) => word.includes('{}')))
    report([...at, 'words'], 'has no place for the value; write {} where it belongs')
}

function checkOutput(
  report: ReportProblem,
  at: readonly string[],
  output: Output | undefined,
): void {
  if (output === undefined) return
  if (!('members' in output)) return checkPart(report, at, output)
  for (const [name, part] of Object.entries(output.members))
    checkPart(report, [...at, 'members', name], part)
}

function checkPart(report: ReportProblem, at: readonly string[], part: OutputPart): void {
  const { as, pick, pattern, fields, separator, types } = part
  const isJson = as === 'json' || as === 'jsonl' || as === 'auto'
  const isList = as === 'lines' || as === 'records'
  if (pick !== undefined && !isJson) report([...at, 'pick'], `is for JSON, and as is ${as}`)
  checkPlace(report, [...at, 'pick'], pick)
  for (const [member, value] of Object.entries({ pattern, fields, separator }))
    if (value !== undefined && !isList)
      report([...at, member], `is for lines and records, and as is ${as}`)
  if (pattern !== undefined && fields !== undefined)
    report([...at, 'fields'], 'and pattern exclude each other')
  checkPattern(report, [...at, 'pattern'], pattern)
  if (pattern !== undefined && !/\(\?<[A-Za-z_]/.test(pattern))
    report([...at, 'pattern'], 'has no named group; write (?<name>...)')
  if (types !== undefined && pattern === undefined && fields === undefined)
    report([...at, 'types'], 'needs pattern or fields')
}

function checkFailures(
  report: ReportProblem,
  at: readonly string[],
  { exits = {}, errors = [] }: Pick<Description, 'exits' | 'errors'>,
  codes: Map<string, string>,
): void {
  for (const [number, meaning] of Object.entries(exits)) {
    if (Number(number) > 255) report([...at, 'exits', number], 'exit numbers end at 255')
    const failure = failureOf(meaning)
    if (failure) checkFailure(report, [...at, 'exits', number], failure, codes)
  }
  for (const [index, rule] of errors.entries()) {
    const place = [...at, 'errors', String(index)]
    const { stdout, stderr, json, message }: NonNullable<ErrorRule['when']> = rule.when ?? {}
    for (const [stream, pattern] of Object.entries({ stdout, stderr, message }))
      checkPattern(report, [...place, 'when', stream], pattern)
    checkPlace(report, [...place, 'when', 'json', 'at'], json?.at)
    checkPattern(report, [...place, 'when', 'json', 'matches'], json?.matches)
    checkFailure(report, place, rule, codes)
  }
}

function checkFailure(
  report: ReportProblem,
  at: readonly string[],
  { exit, code, retryable, leaves_changes: leaves, message_at: place }: Failure,
  codes: Map<string, string>,
): void {
  const earlier = codes.get(code)
  if (earlier !== undefined && earlier !== exit)
    report([...at, 'code'], `${code} has the exit ${earlier} elsewhere; one code has one exit`)
  codes.set(code, exit)
  if (retryable && isNeverRetryable(exit))
    report([...at, 'retryable'], `${exit} is never retryable: something must be corrected first`)
  if (leaves && (retryable || exit === 'ARG_ERROR'))
    report([...at, 'leaves_changes'], 'a failure after changes is neither retryable nor ARG_ERROR')
  checkPlace(report, [...at, 'message_at'], place)
}

/** Of known calls, codes are those of the contract or of the program, so each may stand in several rules. */
function checkCalls(report: ReportProblem, calls: KnownCalls): void {
  const check = (at: readonly string[], facts: KnownCalls | KnownCalls['commands'][string]) => {
    checkFailures(report, at, facts, new Map())
    checkPattern(report, [...at, 'decisive', 'pattern'], facts.decisive?.pattern)
    for (const [flag, pattern] of Object.entries(facts.values ?? {}))
      checkPattern(report, [...at, 'values', flag], pattern)
  }
  check(['calls'], calls)
  for (const [path, command] of Object.entries(calls.commands)) {
    const at = ['calls', 'commands', path]
    check(at, command)
    checkPattern(report, [...at, 'operand'], command.operand)
    checkPattern(report, [...at, 'script', 'matches'], command.script?.matches)
  }
}

function checkProbes(
  report: ReportProblem,
  { probes, argument_order: order }: DescribedCheck,
): void {
  if (order && order.value === order.alternate_value)
    report(['check', 'argument_order', 'alternate_value'], 'must differ from value')
  for (const [index, probe] of probes.entries()) {
    const at = ['check', 'probes', index]
    if (probes.findIndex(({ name }) => name === probe.name) < index)
      report([...at, 'name'], 'must be unique')
    if (probe.kind === 'destructive' && probe.dry_run_flag === undefined)
      report(at, "the member 'dry_run_flag' is missing")
    for (const [member, owner] of Object.entries(KIND_OF_MEMBER))
      if (Object.hasOwn(probe, member) && probe.kind !== owner)
        report([...at, member], `belongs to kind ${owner}`)
  }
}

const KIND_OF_MEMBER = {
  dry_run_flag: 'destructive',
  deadline_seconds: 'stream',
  signal: 'stream',
  after_lines: 'stream',
  time_limit_args: 'long',
}
