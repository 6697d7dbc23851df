import { isErrorCode, isJsonObject, SIGNAL_EXITS, type JsonValue } from '../contract/index.ts'
import { traitsOf } from '../dialects/index.ts'
import type { Answer } from '../runtime/index.ts'
import { FRAMEWORK_TYPES, mistakesIn, tablesOf } from '../runtime/surface.ts'
import type { StandardSchema } from '../schema/index.ts'

interface Written {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number
  readonly document: JsonValue | undefined
}

/** Throws if an answer breaks the contract or the declaration of its command. */
export async function assertAnswer(answer: Answer, written: Written): Promise<void> {
  const problems = [
    ...toolProblems(answer),
    ...outcomeProblems(answer, written.exit),
    ...documentProblems(answer, written),
    ...declarationProblems(answer),
    ...answer.advice.filter((text) => text.startsWith('progress fell')),
    ...(await outputProblems(answer)),
  ]
  if (problems.length === 0) return
  const command = [answer.tool, ...answer.path].join(' ')
  throw new Error(
    `${command} broke its contract:\n- ${problems.join('\n- ')}\n${written.stdout}${written.stderr}`,
  )
}

/** Checks every command that is loaded, not only the one that ran. */
function toolProblems({ cli }: Answer): string[] {
  return mistakesIn(cli).map(({ message }) => message)
}

function outcomeProblems({ outcome }: Answer, exit: number): string[] {
  const problems: string[] = []
  if (outcome.ok !== (exit === 0))
    problems.push(`ok is ${outcome.ok}, but the exit code is ${exit}`)
  if (outcome.ok && outcome.data === null && outcome.meta.not_modified !== true) {
    problems.push('data and error are both null, but not_modified is not set')
  }
  if (!outcome.ok && outcome.error.message.trim() === '') problems.push('the error has no message')
  return problems
}

const KEYS = ['ok', 'data', 'error', 'warnings', 'meta']

function documentProblems(answer: Answer, written: Written): string[] {
  const { format, dialect } = answer.output
  if (format !== 'json' || traitsOf(dialect).generation === undefined || answer.isBareText)
    return []
  const { stdout } = written
  const isProtocol = typeof answer.command?.declaration.filter === 'object'
  if (isProtocol && stdout === '' && !answer.outcome.ok) return []
  if (!stdout.endsWith('\n')) return ['the answer does not end with a line feed']
  const lines = stdout.trimEnd().split('\n')
  if (lines.length > 1) {
    return [`stdout has ${lines.length} lines instead of one`]
  }
  const { document } = written
  if (lines.length === 1 && !isJsonObject(document)) return ['stdout is not one JSON object']
  if (!isJsonObject(document)) return []
  const problems: string[] = []
  if (Object.keys(document).join() !== KEYS.join())
    problems.push(
      `the members are ${Object.keys(document).join(', ')} instead of ${KEYS.join(', ')}`,
    )
  if (document['ok'] !== (written.exit === 0))
    problems.push('ok in the answer contradicts the exit code')
  const meta = document['meta']
  if (!isJsonObject(meta) || typeof meta['duration_ms'] !== 'number')
    problems.push('meta.duration_ms is missing')
  // oxlint-disable-next-line no-control-regex -- finding control characters is the point
  if (/\u001b/.test(stdout)) problems.push('the answer contains an escape sequence')
  return problems
}

function declarationProblems(answer: Answer): string[] {
  const { command, outcome, cli } = answer
  if (!command) return []
  const problems: string[] = []
  const checked = tablesOf(cli, command)
  if (
    command.declaration.exitCodes &&
    !Object.hasOwn(checked.exits, outcome.exit) &&
    !Object.hasOwn(SIGNAL_EXITS, outcome.exit)
  ) {
    problems.push(`exit ${outcome.exit} is not declared`)
  }
  const { type } = outcome.meta
  const isKnownType = (name: string) =>
    checked.types.includes(name) || FRAMEWORK_TYPES.includes(name)
  if (type !== undefined && !isKnownType(type)) problems.push(`type '${type}' is not declared`)
  if (!outcome.ok) {
    const { code } = outcome.error
    const isKnown =
      isErrorCode(code) ||
      Object.hasOwn(checked.errors, code) ||
      Object.hasOwn(cli.declaration.errors ?? {}, code)
    // Hooks may use codes of their own for problems with the input and for standard exits.
    if (!isKnown && outcome.exit !== 'ARG_ERROR' && code !== outcome.exit)
      problems.push(`error code ${code} is not declared`)
    if (code === 'INTERNAL_ERROR')
      problems.push(`unexpected internal error: ${outcome.error.detail ?? outcome.error.message}`)
  }
  return problems
}

async function outputProblems(answer: Answer): Promise<string[]> {
  const { command, outcome } = answer
  const output = command?.declaration.output
  if (!output || !outcome.ok || answer.isPartialData) return []
  const { data } = outcome
  const { issues = [] } = await output['~standard'].validate(data)
  // The schema of a stream may describe one row; a result that is no stream was checked as a whole.
  if (issues.length > 0 && Array.isArray(data) && (await allFit(output, data))) return []
  return issues.map((issue) => `the data breaks its schema: ${issue.message}`)
}

async function allFit(schema: StandardSchema, rows: readonly unknown[]): Promise<boolean> {
  for (const row of rows) if ((await schema['~standard'].validate(row)).issues) return false
  return true
}
