import type { DialectTraits } from '../dialect.ts'

/** The traits of both generations of claw. */
export const traits: DialectTraits = {
  rejectsNull: true,
  advises: true,
  namesTarget: true,
  habits: {
    requiresCommand: true,
    output: { values: { text: 'human' }, piped: 'human', noColor: 'human', inputErrorExit: 2 },
  },
  // The words of 2.0, which 1.0 has others for.
  frameworkErrors: {
    ARG_ERROR: 'parse',
    REDIRECTED: 'parse',
    PRECONDITION: 'usage',
    FILE_NOT_FOUND: 'filesystem',
    ACCESS_DENIED: 'filesystem',
    FILE_EXISTS: 'filesystem',
    FILE_UNREADABLE: 'filesystem',
    WRITE_FAILED: 'filesystem',
    PERMISSION_DENIED: 'policy',
    AUTH_REQUIRED: 'auth',
    GENERAL_ERROR: 'runtime',
    CONFLICT: 'runtime',
    '*': 'unknown',
  },
}
