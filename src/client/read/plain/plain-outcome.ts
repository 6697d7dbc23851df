import { fail, succeed, type ReadOutcome } from '../../../contract/index.ts'
import { CLIENT_CODES } from '../../client-codes.ts'
import { plainOutput, textOf } from './plain-output.ts'
import { exitNumber } from './process-outcome.ts'
import type { ProcessEnd } from '../../../internal/process/process-request.ts'

/**
 * Wraps a program without a dialect: its exit code decides, stdout (parsed if it is JSON) and stderr
 * become the data, and `meta.wrapped` is true.
 */
export function wrapPlain(end: ProcessEnd, program: string): ReadOutcome {
  const number = exitNumber(end)
  const stderr = textOf(end.stderr)
  const { data, warnings } = plainOutput(end, number)
  const surroundings = {
    warnings,
    meta: {
      wrapped: true,
      duration_ms: Math.round(end.durationMs),
      ...((end.stdout.isCut || end.stderr.isCut) && { truncated: true }),
    },
    process: { exit_code: number, stream: 'stdout' as const },
    diagnostics: { malformed: false, problems: [], other_documents: [] },
  }
  if (number === 0) return succeed({ data, ...surroundings }) as ReadOutcome
  return fail({
    exit: 'GENERAL_ERROR',
    data,
    error: {
      code: NAMES[number] ?? CLIENT_CODES.EXIT_STATUS,
      message: `'${program}' ended with exit code ${number}.`,
      retryable: null,
      synthesised: true,
      ...(stderr.trim() !== '' && {
        detail: stderr.trim().split('\n').slice(-10).join('\n').slice(-2000),
      }),
    },
    ...surroundings,
  }) as ReadOutcome
}

/** Exit numbers with a common meaning; their side effects are unknown. */
const NAMES: { readonly [number: number]: string | undefined } = {
  64: 'EX_USAGE',
  65: 'EX_DATAERR',
  66: 'EX_NOINPUT',
  67: 'EX_NOUSER',
  68: 'EX_NOHOST',
  69: 'EX_UNAVAILABLE',
  70: 'EX_SOFTWARE',
  71: 'EX_OSERR',
  72: 'EX_OSFILE',
  73: 'EX_CANTCREAT',
  74: 'EX_IOERR',
  75: 'EX_TEMPFAIL',
  76: 'EX_PROTOCOL',
  77: 'EX_NOPERM',
  78: 'EX_CONFIG',
  126: 'NOT_EXECUTABLE',
  127: 'COMMAND_NOT_FOUND',
}
