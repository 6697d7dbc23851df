import { closest } from '@surety/internal/closest.ts'
import { echo } from '@surety/internal/echo.ts'
import { isSecretName, mayHoldSecretName } from '@surety/internal/redact/secret-name.ts'
import type { JsonValue } from '../../contract/index.ts'
import { Schema, type Definition } from '../../schema/index.ts'
import { commandOf, groupOf, walkTree } from '../declare/command-tree.ts'
import type { Command } from '../declare/command.ts'
import { flagName } from '../declare/framework-flag.ts'
import { issuePath } from '../declare/standard-schema.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { namesOf, type Names } from '../line/names.ts'
import { isSecret, isSwitch, listIn, type Param } from '../line/params.ts'
import { readLine, type Line, type Token } from '../line/read.ts'
import type { Checked, Finding } from '../line/values.ts'
import { usageLine } from '../result/failure/suggestion.ts'
import { UsageFailure } from '../run/ending/run-end.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import { canAsk, type Run } from '../run/run-state.ts'

type Unknown = Extract<Token, { readonly kind: 'unknown' }>
type Of<Kind> = Extract<Finding, { readonly kind: Kind }>

const MAX_ALLOWED = 12
const MAX_ADVISED = 50

/**
 * Finds for each unknown option the one that was meant. If that takes a value, the next word counts as it: as an
 * argument it would hide that the real one is missing.
 */
export function withMeant(line: Line, names: Names): Line {
  const used = new Set<number>()
  let advised = 0
  const tokens = line.tokens.map((token) => {
    // Nobody reads more advice, and looking for it takes long.
    if (token.kind !== 'unknown' || (advised += 1) > MAX_ADVISED) return token
    const suggestion = suggestFlag(names, nameIn(token))
    const param = suggestion === undefined ? undefined : names.find(suggestion)?.param
    const takesNext =
      token.value !== undefined && !token.word.includes('=') && param && !isSwitch(param)
    if (takesNext) used.add(token.at + 1)
    return { ...token, suggestion, value: takesNext ? token.value : undefined }
  })
  return { ...line, tokens, words: line.words.filter(({ at }) => !used.has(at)) }
}

function nameIn({ word }: Unknown): string {
  return word.split('=', 1)[0]!
}

function suggestFlag(names: Names, typed: string): string | undefined {
  const name = typed.replace(/^-+/, '').replaceAll('_', '-')
  const kebab = flagName(name)
  for (const spelled of [`--${name}`, `--${kebab}`]) if (names.find(spelled)) return spelled
  // What the author expects to be called by this wrong name.
  const meant = [...names.own, ...names.args].find(({ def }) =>
    def.mistakes?.some((each) => flagName(each) === kebab),
  )
  if (meant) return `--${flagName(meant.key)}`
  if (name.length < 2) return undefined
  const known = names.spellings.map((spelled) => spelled.slice(2))
  const near = closest(name, known)
  return near === undefined ? undefined : `--${near}`
}

/** Says what is wrong with a line. */
export function problemsOf(
  findings: readonly Finding[],
  line: Line,
  names: Names,
): readonly InputProblem[] {
  return findings.flatMap((finding) => {
    switch (finding.kind) {
      case 'problem':
        return [finding.problem]
      case 'unknown':
        return [unknownFlag(finding, line, names)]
      case 'no-value':
        return [missingValue(finding)]
      case 'too-many':
        return [unexpected(finding.text, names.args)]
      case 'missing':
        return [missingProblem(finding)]
      case 'invalid':
        return invalidProblems(finding)
    }
  })
}

function unknownFlag(token: Unknown, { words }: Line, names: Names): InputProblem {
  const { word, suggestion } = token
  const typed = nameIn(token)
  const equals = word.indexOf('=')
  const value = equals < 0 ? token.value : word.slice(equals + 1)
  const meant = suggestion === undefined ? undefined : names.find(suggestion)?.param
  const isHidden = (meant !== undefined && isSecret(meant)) || isSecretName(typed)
  const param = echo(typed)
  const [first] = words
  // The flag may belong to the first word before it.
  const isRest = first && first.at < token.at && listIn(names.args.at(-1)?.def)
  const passOn =
    isRest && suggestion === undefined
      ? ` If it is an argument, put -- before ${echo(first.text)}.`
      : ''
  const allowed = names.own.flatMap(({ spelled, def }) => (def.hidden ? [] : [spelled]))
  return {
    param,
    code: 'UNKNOWN_FLAG',
    message: `There is no option ${param}.${passOn}`,
    ...(value !== undefined && !isHidden && { value: echo(value) }),
    allowed: allowed.slice(0, MAX_ALLOWED),
    ...(suggestion !== undefined && { suggestion }),
  }
}

function missingValue({ named: { param }, spelled, next }: Of<'no-value'>): InputProblem {
  const suggestion = next === undefined || next === '--' ? undefined : `${spelled}=${next}`
  return {
    param: spelled,
    code: 'MISSING_VALUE',
    message: `${spelled} needs a value${suggestion === undefined ? '' : `; if ${next} is the value, write ${suggestion}`}.`,
    ...choicesOf(param.def),
    ...(suggestion !== undefined && suggestion.length <= 200 && { suggestion }),
  }
}

function unexpected(text: string, args: readonly Param[]): InputProblem {
  const allowed = args.map(({ spelled }) => spelled)
  const shown = echo(text)
  return {
    param: shown,
    code: 'UNEXPECTED_ARGUMENT',
    message: `The command takes ${allowed.join(' ') || 'no arguments'}, so ${JSON.stringify(shown)} is one too many.`,
    value: shown,
    allowed,
  }
}

function missingProblem({ param, variable }: Of<'missing'>): InputProblem {
  const { set, spelled, def } = param
  const description = def.description === undefined ? '' : ` (${def.description})`
  const noun = set === 'args' ? 'argument' : set === 'env' ? 'variable' : 'option'
  const orSet = variable === undefined ? '' : `; give it or set ${variable}`
  return {
    param: spelled,
    code: 'MISSING_ARGUMENT',
    message: `The ${noun} ${spelled}${description} is required${orSet}.`,
    ...expectedType(def),
    ...choicesOf(def),
    ...(variable !== undefined && { env: variable }),
  }
}

/** Creates the problems of an invalid value; the value of a secret is never repeated. */
function invalidProblems({ param, issues, text, spelled }: Of<'invalid'>): readonly InputProblem[] {
  const isHidden = isSecret(param)
  return issues.map((issue) => {
    // The path into a list begins with an index, and people count from one.
    const place = issuePath(issue).replace(/^\d+/, (at) =>
      listIn(param.def) ? `item ${Number(at) + 1}` : at,
    )
    const { code, allowed } = issue as { code?: unknown; allowed?: readonly JsonValue[] }
    const said = isHidden ? issue.message.replace(/, got .*$/s, '') : issue.message
    const words = allowed?.filter((value): value is string => typeof value === 'string') ?? []
    const suggestion = text === undefined || isHidden ? undefined : closest(text, words)
    const name = spelled ?? param.spelled
    return {
      param: name,
      // The codes that callers branch on.
      code: KEPT.find((kept) => kept === code) ?? 'INVALID_VALUE',
      message: `${name}: ${place && `${place}: `}${said}.`,
      ...(text !== undefined && !isHidden && { value: echo(text) }),
      ...(Array.isArray(allowed) ? { allowed } : expectedType(param.def)),
      ...(suggestion !== undefined && { suggestion }),
    }
  })
}

const KEPT = ['INVALID_CHOICE', 'FIELD_TOO_LARGE'] as const

function choicesOf(def: Definition): { readonly allowed?: readonly JsonValue[] } {
  return def.kind === 'enum' && def.nullable !== true ? { allowed: def.values } : {}
}

function expectedType(def: Definition): { readonly expected?: string } {
  const type = typeName(def)
  return type === undefined ? {} : { expected: type }
}

/** The type of a value in JSON Schema, other than null. */
function typeName(def: Definition): string | undefined {
  switch (def.kind) {
    case 'number':
      return def.whole ? 'integer' : 'number'
    case 'boolean':
    case 'array':
      return def.kind
    case 'object':
    case 'record':
    case 'bytes':
      return 'object'
    case 'literal':
      return def.value === null ? undefined : typeof def.value
    case 'union': {
      const types = new Set(def.options.map(typeName))
      return types.size === 1 ? [...types][0] : undefined
    }
    case 'json':
    case 'unknown':
      return undefined
    default:
      return 'string'
  }
}

/** Hides what may be a secret in a refused call; a call that can have none loads nothing for it. */
export async function hideTypedSecrets(run: Run): Promise<void> {
  if (mayHoldSecret(run)) await (await import('./typed-secrets.ts')).learnTypedSecrets(run)
}

/** Tests for a word that looks like the name of a secret, and for an input that may be declared as one. */
function mayHoldSecret({ cli, command, world: { argv } }: Run): boolean {
  if (mayHoldSecretName(argv.join(' '))) return true
  const shapes = [cli.declaration.globals, command?.declaration.args, command?.declaration.options]
  for (const { path, member } of walkTree(cli.declaration.commands)) {
    const { declaration } = commandOf(member) ?? {}
    // Nobody knows what a command that is not loaded declares.
    if (!declaration && !groupOf(member) && argv.includes(path.at(-1)!)) return true
    shapes.push(declaration?.args, declaration?.options)
  }
  // Of a schema of another library nobody knows until it is tried.
  for (const shape of shapes)
    for (const schema of Object.values(shape ?? {}))
      if (!(schema instanceof Schema) || isSecret(schema)) return true
  return false
}

/** Asks for missing values at a terminal, and lets built-in commands do without global options; else throws. */
export async function recoverInput(
  run: Run,
  command: Command,
  argv: readonly string[],
  checked: Checked,
  read: (argv: readonly string[]) => MaybeLater<Checked>,
): Promise<Checked> {
  // A user can be asked if nothing is wrong but missing values.
  const canPrompt =
    command.declaration.interactive === true &&
    checked.findings.every((each) => each.kind === 'missing' && each.param.set !== 'env') &&
    canAsk(run, checked.flags)
  const prompts = canPrompt ? await import('./prompt-missing.ts') : null
  const recovered = prompts
    ? await read(await prompts.withAnswers(run, argv, checked.findings))
    : checked
  const findings = isBuiltin(run) ? recovered.findings.filter(isOwn) : recovered.findings
  const names = namesOf(run.cli, command)
  const line = recovered.line ?? readLine(argv, names)
  const found = problemsOf(findings, line, names)
  // Words of another program may have been typed without the `--` that the examples have.
  const { examples = [] } = command.declaration
  const problems = examples.some((each) => each.command.includes(' -- '))
    ? (await import('./foreign-words.ts')).asForeignWords(run, line, names, found)
    : found
  if (problems.length > 0) {
    const failure = inputFailure(run, problems)
    const helps =
      run.output.format === 'human' && problems.some(({ code }) => USAGE_HELPS.test(code))
    throw helps ? new UsageFailure(failure, usageLine(run, command)) : failure
  }
  return recovered
}

/** The problems that show that somebody does not know how the command is called. */
const USAGE_HELPS = /^(?:MISSING_ARGUMENT|UNEXPECTED_ARGUMENT|MISSING_VALUE)$/

function isBuiltin({ cli, path }: Run): boolean {
  return path[0] !== undefined && !Object.hasOwn(cli.declaration.commands, path[0])
}

/** A tool requires its global options only of its own commands. */
function isOwn(finding: Finding): boolean {
  return finding.kind !== 'missing' || finding.param.set !== 'globals'
}
