import schema from './schema.json' with { type: 'json' }
import type { CategoryTable } from '../read/error-categories.ts'
import { nonEmptyText } from '../read/read-members.ts'
import { defineStderrDialect } from '../stderr-dialect.ts'
import { traits } from './traits.ts'

const categories: CategoryTable = {
  codes: {
    api_error: 'GENERAL_ERROR',
    core_error: 'GENERAL_ERROR',
    validation_error: 'ARG_ERROR',
    ambiguous_match: 'ARG_ERROR',
    not_found: 'NOT_FOUND',
    duplicate_task: 'CONFLICT',
    auth_missing: 'AUTH_REQUIRED',
    auth_invalid: 'AUTH_REQUIRED',
    api_rate_limit: 'RATE_LIMITED',
  },
  suffixes: { _not_found: 'NOT_FOUND' },
}

export const dialect = defineStderrDialect({
  id: 'td',
  title: 'td: typed results on stdout, errors on stderr',
  traits,
  layout: 'pretty-ascii',
  schema,
  categories,
  members: ['ok', 'type', 'data', 'error'],
  errorFits: { suggestion: (value) => typeof value === 'string' },
  isShape: (document) =>
    Object.hasOwn(document, 'ok') &&
    ['type', 'data', 'error'].some((name) => Object.hasOwn(document, name)),
  surroundings: ({ type }, stderr) => ({
    warnings: warningLines(stderr),
    meta: typeof type === 'string' ? { type } : {},
  }),
  checkSuccess(reading, { type }) {
    if (typeof type !== 'string') reading.problem('type_missing', 'type is not a string')
  },
  checkExit(reading) {
    if (![0, 1].includes(reading.exitCode) && !reading.signal) {
      reading.problem('exit_outside_contract', `td fails with 1, not with ${reading.exitCode}`)
    }
  },
  failureOfExit: () => ({ code: 'GENERAL_ERROR', category: 'GENERAL_ERROR' }),
  suggestionIn: ({ suggestion }) => nonEmptyText(suggestion),
  // A type names the shape of the data. Without data, because the caller has them, there is none.
  head: ({ ok, meta }) =>
    ok
      ? { ok, type: meta.not_modified === true ? 'not_modified' : (meta.type ?? 'success') }
      : { ok },
  failureFor: ({ code }) => ({ code, number: 1 }),
  errorMembers: ({ suggestion = '' }) => ({ suggestion }),
})

function warningLines(text: string): readonly string[] {
  if (!text.includes('Warning:')) return []
  return text
    .split('\n')
    .filter((line) => line.startsWith('Warning:'))
    .slice(0, 100)
    .map((line) => line.slice('Warning:'.length).trim())
}
