import { parseJson, type JsonValue, type Outcome } from '../contract/index.ts'
import {
  decode,
  DEFAULT_DIALECT,
  loadDialect,
  validateCapture,
  validateDocument,
  type Dialect,
} from '../dialects/index.ts'

/** What a failure is expected to be, beside its code. */
export interface FailureExpectation {
  /** The name of the exit, such as `NOT_FOUND`, or its number. */
  readonly exit?: string | number
  /** A part of the message, or a pattern. */
  readonly message?: string | RegExp
  readonly retryable?: boolean
  /** The dialect of the answer; default `DEFAULT_DIALECT`. */
  readonly dialect?: string
}

/**
 * The matchers as your test runner sees them. Await them: a dialect is loaded when it is needed.
 *
 * @example
 * ```ts
 * import type { SuretyMatchers } from 'surety/testing'
 *
 * declare module 'vitest' {
 *   interface Matchers<T> extends SuretyMatchers<T> {}
 * }
 * ```
 */
export interface SuretyMatchers<Result = unknown> {
  /** The answer is a valid envelope of a dialect, by default `DEFAULT_DIALECT`. */
  toBeEnvelope(dialect?: string): Promise<Result>
  /** The answer is a failure with this code. */
  toFailWith(code: string, expected?: FailureExpectation): Promise<Result>
}

/** What a matcher gives to vitest and jest. */
export interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
}

/**
 * Matchers for `expect.extend` of vitest and jest. Each takes a result of `runCli`, anything with stdout,
 * stderr and an exit code, or a parsed document.
 *
 * @example
 * ```ts
 * import { suretyMatchers } from 'surety/testing'
 * import { expect } from 'vitest'
 *
 * expect.extend(suretyMatchers)
 * ```
 */
export const suretyMatchers = {
  toBeEnvelope(received: unknown, dialect: string = DEFAULT_DIALECT): Promise<MatcherResult> {
    const claim = `the answer is an envelope of ${dialect}`
    return match(received, claim, (answered) => envelopeProblems(answered, dialect))
  },

  toFailWith(
    received: unknown,
    code: string,
    expected: FailureExpectation = {},
  ): Promise<MatcherResult> {
    return match(received, `the call failed with ${code}`, async (answered) => {
      const outcome = await outcomeOf(answered, expected.dialect ?? DEFAULT_DIALECT)
      return failureProblems(answered, outcome, code, expected)
    })
  },
}

/** Compares an answer with a claim; what speaks against it is the message. */
export async function match(
  received: unknown,
  claim: string,
  problemsIn: (answered: Answered) => Promise<readonly string[]>,
): Promise<MatcherResult> {
  // Without an await, `.not` would pass.
  const { then } = (received ?? {}) as { readonly then?: unknown }
  if (typeof then === 'function')
    throw new TypeError('expected an answer of a tool, got a promise; await it first')
  const answered = toAnswered(received)
  if (answered === undefined)
    return { pass: false, message: () => `expected an answer of a tool, got ${typeof received}` }
  const problems = await problemsIn(answered)
  const output = `${answered.stdout}${answered.stderr}`.trimEnd()
  const message =
    problems.length === 0
      ? `expected otherwise, but ${claim}\n${output}`
      : `expected that ${claim}, but:\n- ${problems.join('\n- ')}\n${output}`
  return { pass: problems.length === 0, message: () => message }
}

async function envelopeProblems(answered: Answered, id: string): Promise<readonly string[]> {
  const dialect = await loadDialect(id)
  const { document, exitCode } = answered
  const { capture, outcome } = await decode(captureOf(answered, dialect), { dialect })
  const problems =
    exitCode !== undefined
      ? validateCapture(dialect, capture, outcome)
      : document === undefined
        ? [{ pointer: '', message: 'it is not JSON' }]
        : validateDocument(dialect, document)
  return problems.map(({ pointer, message }) => `${pointer || 'the document'}: ${message}`)
}

/** Reads what happened from an answer. */
export async function outcomeOf(answered: Answered, id: string): Promise<Outcome> {
  const dialect = await loadDialect(id)
  return (await decode(captureOf(answered, dialect), { dialect })).outcome
}

/** Without an exit code the document decides: one that calls itself a failure exits with 1, or as its dialect says. */
function captureOf({ stdout, stderr, exitCode, document }: Answered, dialect: Dialect) {
  const implied = document === undefined ? undefined : dialect.impliedExit?.(document)
  const exit = exitCode ?? implied ?? (claimsFailure(document) ? 1 : 0)
  return { stdout, stderr, exit_code: exit }
}

function claimsFailure(document: JsonValue | undefined): boolean {
  const { ok, error } = (document ?? {}) as { readonly ok?: unknown; readonly error?: unknown }
  return ok === false || error != null
}

function failureProblems(
  { exitCode }: Answered,
  outcome: Outcome,
  code: string,
  expected: FailureExpectation,
): readonly string[] {
  if (outcome.ok) return [`the call succeeded with exit ${exitCode ?? 0}`]
  const { exit, message, retryable } = expected
  const { error } = outcome
  const problems: string[] = []
  if (error.code !== code) problems.push(`the code is ${error.code}: ${error.message}`)
  if (typeof exit === 'number' && exitCode !== exit)
    problems.push(`the exit is ${exitCode ?? 'unknown'}, not ${exit}`)
  if (typeof exit === 'string' && outcome.exit !== exit)
    problems.push(`the exit is ${outcome.exit}, not ${exit}`)
  const isSaid =
    message instanceof RegExp ? message.test(error.message) : error.message.includes(message ?? '')
  if (!isSaid) problems.push(`the message is ${JSON.stringify(error.message)}`)
  if (retryable !== undefined && error.retryable !== retryable)
    problems.push(`retryable is ${String(error.retryable)}`)
  return problems
}

/** An answer, from whatever ran the tool. */
export interface Answered {
  readonly stdout: string
  readonly stderr: string
  /** Undefined if only a document or a text was given. */
  readonly exitCode: number | undefined
  /** Undefined if the output is not one JSON document. */
  readonly document: JsonValue | undefined
}

/** The names that process runners have for the exit code. */
const EXIT_NAMES = ['exit', 'exit_code', 'exitCode', 'code', 'status'] as const

/** Takes an answer out of a result of `runCli`, `spawnSync`, `execa` or `tinyexec`, a capture, a text or a document. */
export function toAnswered(received: unknown): Answered | undefined {
  if (typeof received === 'string') return fromText(received, '', undefined)
  if (typeof received !== 'object' || received === null) return undefined
  const given = received as Readonly<Record<string, unknown>>
  const stdout = textOf(given['stdout'])
  if (stdout === undefined) {
    return fromText(JSON.stringify(received), '', undefined)
  }
  const exit = EXIT_NAMES.map((name) => given[name]).find((value) => typeof value === 'number')
  return fromText(stdout, textOf(given['stderr']) ?? '', exit)
}

function fromText(stdout: string, stderr: string, exitCode: number | undefined): Answered {
  return { stdout, stderr, exitCode, document: parseJson(stdout) ?? parseJson(stderr) }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : undefined
}
