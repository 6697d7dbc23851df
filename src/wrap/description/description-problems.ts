import { basename } from 'node:path'

import type { DocumentProblem } from '../../dialects/index.ts'
import { toPointer } from '../../internal/json/json-pointer.ts'
import { placeholdersOf } from '../call-words.ts'
import type {
  DescribedCommand,
  ErrorRule,
  Exits,
  Failure,
  Output,
  OutputPart,
  Parameter,
  WrapDescription,
} from './description.ts'
import { placeProblem } from '../output/json-place.ts'
import { patternProblem } from '../patterns.ts'

type Report = (parts: readonly (string | number)[], message: string) => void

/** Finds what the schema cannot say: patterns and places that cannot be read, names that lead nowhere. */
export function descriptionProblems(description: WrapDescription): readonly DocumentProblem[] {
  const problems: DocumentProblem[] = []
  const report: Report = (parts, message) =>
    void problems.push({ pointer: toPointer(...parts), message })
  const { name, program, commands, program_version: version } = description
  const own = basename(program[0]!).replace(/\.\w+$/, '')
  if (name === own || name === basename(program[0]!))
    report(['name'], `is the program itself, which callers would reach instead; write ${own}-agent`)
  checkPattern(report, ['program_version', 'pattern'], version?.pattern)
  const codes = new Map<string, string>()
  checkFailures(report, [], description, codes)
  if (Object.keys(commands).length === 0)
    report(['commands'], 'is empty; describe one command or more')
  for (const [path, command] of Object.entries(commands)) {
    const at = ['commands', path]
    for (const group of groupsOf(path))
      if (Object.hasOwn(commands, group))
        report(at, `is inside of '${group}', which is a command; a group has no call of its own`)
    checkCommand(report, at, command)
    checkShellCode(report, at, [...program, ...command.call], program.length)
    checkFailures(report, at, command, codes)
  }
  for (const group of Object.keys(description.groups ?? {}))
    if (!Object.keys(commands).some((path) => path.startsWith(`${group} `)))
      report(['groups', group], 'has no command; describe one or remove the group')
  return problems
}

/** Lists the groups that the words of a command lead through: `stash` for `stash list`. */
export function groupsOf(path: string): readonly string[] {
  const words = path.split(' ')
  return words.slice(1).map((_, index) => words.slice(0, index + 1).join(' '))
}

function checkCommand(report: Report, at: readonly string[], command: DescribedCommand): void {
  const { args = {}, options = {}, call, danger, unchanged, dry_run: dryRun } = command
  const names = [...Object.keys(args), ...Object.keys(options)]
  for (const [index, word] of call.entries())
    for (const name of placeholdersOf(word))
      if (name !== 'options' && !names.includes(name))
        report(
          [...at, 'call', index],
          `names {${name}}, which is neither an argument nor an option`,
        )
  for (const name of names.filter((each, index) => names.indexOf(each) !== index))
    report([...at, 'options', name], 'has the name of an argument; choose another one')
  checkPattern(report, [...at, 'unchanged'], unchanged)
  if (danger === 'safe')
    for (const member of ['effect', 'unchanged', 'dry_run'] as const)
      if (command[member] !== undefined)
        report([...at, member], 'is for commands that change things; this one is safe')
  if (dryRun?.length === 0) report([...at, 'dry_run'], 'has no words; remove it')
  const positional = Object.keys(args)
  for (const [name, parameter] of Object.entries(args)) {
    const place = [...at, 'args', name]
    checkParameter(report, place, parameter)
    if (parameter.many && name !== positional.at(-1))
      report([...place, 'many'], 'only the last argument may be given several times')
    if (parameter.type === 'boolean') report([...place, 'type'], 'an argument has a value')
  }
  for (const [name, parameter] of Object.entries(options)) {
    if (RESERVED.has(name))
      report([...at, 'options', name], 'is a flag of every tool; choose another name')
    if (name === 'limit' && command.list === true)
      report([...at, 'options', name], 'is a flag of every list; choose another name')
    checkParameter(report, [...at, 'options', name], parameter)
  }
  checkOutput(report, [...at, 'output'], command.output)
}

/** Refuses values inside of what a shell or another interpreter would read as a program. */
function checkShellCode(
  report: Report,
  at: readonly string[],
  words: readonly string[],
  start: number,
): void {
  const code = words.findIndex((word) => CODE_FLAG.test(word)) + 1
  if (code === 0 || code < start || !INTERPRETER.test(basename(words[0]!))) return
  if (placeholdersOf(words[code] ?? '').length > 0)
    report(
      [...at, 'call', code - start],
      'a value would be read as code; give it as a word after it',
    )
}

const CODE_FLAG = /^-[a-z]*[ce]$|^--eval$/
const INTERPRETER = /^(?:(?:ba|da|z|k|fi)?sh|node|python[\d.]*|ruby|perl|pwsh|cmd(?:\.exe)?)$/

/** Flags of the framework that a description cannot give another meaning. */
const RESERVED = new Set(
  (
    'output format output-format json full-output envelope envelope-version legacy-envelope schema help dry-run ' +
    'live confirm-destructive fields cursor token-count token-limit token-offset width heartbeat-ms yes ' +
    'non-interactive debug timeout connect-timeout idempotency-key input-file'
  ).split(' '),
)

function checkParameter(report: Report, at: readonly string[], parameter: Parameter): void {
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

function checkOutput(report: Report, at: readonly string[], output: Output | undefined): void {
  if (output === undefined) return
  if (!('members' in output)) return checkPart(report, at, output)
  for (const [name, part] of Object.entries(output.members))
    checkPart(report, [...at, 'members', name], part)
}

function checkPart(report: Report, at: readonly string[], part: OutputPart): void {
  const { as, pick, pattern, fields, separator, types } = part
  const isJson = as === 'json' || as === 'ndjson' || as === 'auto'
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

/** The part of a description or of a command that says what failures are. */
interface FailureFacts {
  readonly exits?: Exits
  readonly errors?: readonly ErrorRule[]
}

function checkFailures(
  report: Report,
  at: readonly string[],
  { exits = {}, errors = [] }: FailureFacts,
  codes: Map<string, string>,
): void {
  for (const [number, meaning] of Object.entries(exits)) {
    if (Number(number) > 255) report([...at, 'exits', number], 'exit numbers end at 255')
    if (typeof meaning === 'object' && 'code' in meaning)
      checkFailure(report, [...at, 'exits', number], meaning, codes)
  }
  for (const [index, rule] of errors.entries()) {
    const place = [...at, 'errors', String(index)]
    const { stdout, stderr, json, exit } = rule.when
    if (stdout === undefined && stderr === undefined && json === undefined && exit === undefined)
      report([...place, 'when'], 'is empty; give exit, stdout, stderr or json')
    checkPattern(report, [...place, 'when', 'stdout'], stdout)
    checkPattern(report, [...place, 'when', 'stderr'], stderr)
    checkPlace(report, [...place, 'when', 'json', 'at'], json?.at)
    checkPattern(report, [...place, 'when', 'json', 'matches'], json?.matches)
    checkFailure(report, place, rule, codes)
  }
}

function checkFailure(
  report: Report,
  at: readonly string[],
  { exit, code, retryable, leaves_changes: leaves, message_at: place }: Failure,
  codes: Map<string, string>,
): void {
  const earlier = codes.get(code)
  if (earlier !== undefined && earlier !== exit)
    report([...at, 'code'], `${code} has the exit ${earlier} elsewhere; one code has one exit`)
  codes.set(code, exit)
  if (retryable && NEVER_RETRYABLE.has(exit))
    report([...at, 'retryable'], `${exit} is never retryable: something must be corrected first`)
  if (leaves && (retryable || exit === 'ARG_ERROR'))
    report([...at, 'leaves_changes'], 'a failure after changes is neither retryable nor ARG_ERROR')
  checkPlace(report, [...at, 'message_at'], place)
}

const NEVER_RETRYABLE = new Set([
  'ARG_ERROR',
  'PRECONDITION',
  'PARTIAL_FAILURE',
  'AUTH_REQUIRED',
  'PAYMENT_REQUIRED',
  'REDIRECTED',
])

function checkPattern(report: Report, at: readonly string[], pattern: string | undefined): void {
  const problem = pattern === undefined ? undefined : patternProblem(pattern)
  if (problem !== undefined) report(at, problem)
}

function checkPlace(report: Report, at: readonly string[], place: string | undefined): void {
  const problem = place === undefined ? undefined : placeProblem(place)
  if (problem !== undefined) report(at, problem)
}
