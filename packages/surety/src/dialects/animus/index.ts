import schema from './schema.json' with { type: 'json' }
import {
  isJsonObject,
  type FailureName,
  type JsonObject,
  type JsonValue,
  type OutcomeError,
} from '../../contract/index.ts'
import type { CaptureReader } from '../read/capture-reader.ts'
import type { ErrorParts } from '../read/read-members.ts'
import { defineStderrDialect } from '../stderr-dialect.ts'
import { SCHEMA_TAG } from './evidence.ts'
import { traits } from './traits.ts'

interface ExitRow {
  readonly number: number
  readonly code: string
  /** The standard failures that are written with it; the first one is read. */
  readonly failures: readonly [FailureName, ...FailureName[]]
}

const INTERNAL: ExitRow = {
  number: 1,
  code: 'internal',
  failures: [
    'GENERAL_ERROR',
    'PARTIAL_FAILURE',
    'PERMISSION_DENIED',
    'AUTH_REQUIRED',
    'PAYMENT_REQUIRED',
  ],
}

const EXITS: readonly ExitRow[] = [
  INTERNAL,
  { number: 2, code: 'invalid_input', failures: ['ARG_ERROR', 'REDIRECTED'] },
  { number: 3, code: 'not_found', failures: ['NOT_FOUND'] },
  { number: 4, code: 'conflict', failures: ['CONFLICT', 'PRECONDITION'] },
  { number: 5, code: 'unavailable', failures: ['UNAVAILABLE', 'TIMEOUT', 'RATE_LIMITED'] },
]

export const dialect = defineStderrDialect({
  id: 'animus-1',
  title: 'animus.cli.v1: one line, errors on stderr, five codes',
  traits,
  layout: 'compact',
  schema,
  categories: { codes: Object.fromEntries(EXITS.map(({ code, failures }) => [code, failures[0]])) },
  members: ['schema', 'ok', 'data', 'error'],
  // The exit number has a check of its own.
  errorFits: { exit_code: () => true },
  isShape: (document, { aliases = [] }) =>
    Object.hasOwn(document, 'ok') &&
    [SCHEMA_TAG, ...aliases].some((tag) => tag === document['schema']),
  otherTag: ({ schema: tag, ok }) =>
    typeof tag === 'string' && ok !== undefined ? tag : undefined,
  surroundings: ({ schema: tag }) => ({ warnings: [], meta: { schema: tag ?? SCHEMA_TAG } }),
  checkError,
  failureOfExit(exitCode) {
    const { code, failures } = EXITS.find(({ number }) => number === exitCode) ?? INTERNAL
    return { code, category: failures[0] }
  },
  suggestionIn: (_own, details) => remediationOf(details),
  head: ({ ok }) => ({ schema: SCHEMA_TAG, ok }),
  failureFor: ({ category }) =>
    EXITS.find(({ failures }) => failures.includes(category)) ?? INTERNAL,
  errorMembers: (_error, exitCode) => ({ exit_code: exitCode }),
  withSuggestion: withRemediation,
})

function checkError(reading: CaptureReader, { own, code }: ErrorParts): void {
  const { exitCode, signal } = reading
  const inBody = own['exit_code']
  if (typeof inBody !== 'number') {
    reading.problem('error_exit_code_missing', 'error.exit_code is not a number')
  } else if (inBody !== exitCode && !signal) {
    reading.problem(
      'body_contradicts_exit',
      `error.exit_code is ${inBody} but the exit code is ${exitCode}`,
    )
  }
  if (!EXITS.some(({ number }) => number === exitCode) && exitCode !== 0 && !signal) {
    reading.problem('exit_outside_contract', `animus fails with 1 to 5, not with ${exitCode}`)
  }
  const number = EXITS.find((row) => row.code === code)?.number
  const isSignalExit = signal !== undefined && inBody === exitCode
  if (number !== undefined && typeof inBody === 'number' && number !== inBody && !isSignalExit) {
    reading.problem('code_contradicts_exit', `${code} means exit code ${number}, not ${inBody}`)
  }
}

function remediationOf(details: JsonValue | undefined): string | undefined {
  if (!isJsonObject(details)) return undefined
  const { remediation } = details
  const step = isJsonObject(remediation) ? remediation['next_step'] : remediation
  return typeof step === 'string' && step !== '' ? step : undefined
}

function withRemediation(
  details: JsonObject | undefined,
  { suggestion, message }: OutcomeError,
): JsonObject | undefined {
  if (!suggestion || message.includes(suggestion)) return details
  if (Object.hasOwn(details ?? {}, 'remediation')) return details
  return { ...details, remediation: { next_step: suggestion } }
}
