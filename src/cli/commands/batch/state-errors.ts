import { openBatchDoubts, type BatchDoubts } from '../../../client/index.ts'
import { suretyError } from '../../../contract/index.ts'

/** The errors of every command that uses a state file. */
export const stateErrors = {
  STATE_LOCKED: {
    exit: 'UNAVAILABLE',
    description: 'Another batch uses the same state file',
    retryable: true,
  },
  STATE_UNUSABLE: { exit: 'PRECONDITION', description: 'The state file cannot be used' },
  STATE_UNWRITABLE: {
    exit: 'PRECONDITION',
    description: 'The state file cannot be written, for instance because the disk is full',
  },
} as const

/** The errors of the commands about one call of a state file. */
export const doubtErrors = {
  ...stateErrors,
  CALL_NOT_IN_DOUBT: { exit: 'NOT_FOUND', description: 'The state file has no such call in doubt' },
  CALL_AMBIGUOUS: { exit: 'ARG_ERROR', description: 'Several calls have that name' },
} as const

/** Opens the calls in doubt of a state file, uses them, and closes them. */
export async function withDoubts<Result>(
  path: string,
  use: (doubts: BatchDoubts) => Result | Promise<Result>,
): Promise<Result> {
  const doubts = open(path)
  try {
    return await use(doubts)
  } finally {
    doubts.close()
  }
}

function open(path: string): BatchDoubts {
  try {
    return openBatchDoubts(path)
  } catch (error) {
    const { cause } = error as Error
    if ((cause as NodeJS.ErrnoException | undefined)?.code !== 'ENOENT') throw error
    throw suretyError('FILE_NOT_FOUND', `There is no state file ${path}.`, { target: path, cause })
  }
}
