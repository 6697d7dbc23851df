import { s } from '../../../schema/index.ts'

/** The options of both commands. */
export const lockOptions = {
  file: s.string().min(1).default('surety.lock.json').describe('Lock file, to be committed'),
  fixtures: s
    .string()
    .min(1)
    .default('tests/fixtures/json')
    .describe('Folder of fixtures; used if it exists'),
  dialect: s.string().min(1).optional().describe('Dialect of the tool; found by looking if absent'),
  profile: s.string().min(1).optional().describe('Profile of the tool, as for check'),
  timeout: s.duration().optional().describe('Time limit of each run; default 10s'),
}

/** The errors of both commands. */
export const lockErrors = {
  VERSION_TOO_LOW: {
    exit: 'PRECONDITION',
    description: 'The contract changed more than the version says; data.version names the lowest',
    retryable: false,
  },
  INVALID_LOCK: {
    exit: 'PRECONDITION',
    description: 'The lock file cannot be used; details.problems says where and why',
    retryable: false,
  },
  INVALID_FIXTURES: {
    exit: 'PRECONDITION',
    description: 'fixtures.json cannot be used; details.problems says where and why',
    retryable: false,
  },
  NO_CONTRACT: {
    exit: 'PRECONDITION',
    description: 'The tool has no manifest, and there are no fixtures',
    retryable: false,
  },
  INVALID_PROFILE: { exit: 'ARG_ERROR', description: 'The profile cannot be used' },
  TOOL_NOT_FOUND: {
    exit: 'NOT_FOUND',
    description: 'The tool cannot be started',
    retryable: false,
  },
} as const
