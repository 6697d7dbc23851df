/** The error codes that the client makes itself when no envelope can speak for the process. */
export const CLIENT_CODES = Object.freeze({
  ABORTED: 'ABORTED',
  TIMEOUT: 'TIMEOUT',
  CRASHED: 'CRASHED',
  PROGRAM_NOT_FOUND: 'PROGRAM_NOT_FOUND',
  PROGRAM_NOT_RUNNABLE: 'PROGRAM_NOT_RUNNABLE',
  ARGUMENTS_TOO_LONG: 'ARGUMENTS_TOO_LONG',
  FOLDER_NOT_FOUND: 'FOLDER_NOT_FOUND',
  SYSTEM_EXHAUSTED: 'SYSTEM_EXHAUSTED',
  EXIT_STATUS: 'EXIT_STATUS',
} as const)
