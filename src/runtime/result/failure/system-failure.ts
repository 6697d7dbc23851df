import { ERROR_CODES, SuretyError, type ErrorCode } from '../../../contract/index.ts'
import type { Run } from '../../run/run-state.ts'

/** The code and the reason for each error of the operating system that a command is likely to meet. */
const REASONS: Readonly<Record<string, readonly [code: ErrorCode, reason: string]>> = {
  ENOENT: ['FILE_NOT_FOUND', 'does not exist'],
  ENOTDIR: ['FILE_UNREADABLE', 'leads through something that is not a folder'],
  EISDIR: ['FILE_UNREADABLE', 'is a folder'],
  ELOOP: ['FILE_UNREADABLE', 'is a circle of links'],
  ENAMETOOLONG: ['FILE_UNREADABLE', 'is too long for a name'],
  EACCES: ['ACCESS_DENIED', 'may not be accessed by this user'],
  EPERM: ['ACCESS_DENIED', 'may not be changed by this user'],
  EEXIST: ['FILE_EXISTS', 'exists already'],
  ENOTEMPTY: ['FILE_EXISTS', 'is not empty'],
  EBUSY: ['FILE_EXISTS', 'is in use'],
  ETXTBSY: ['FILE_EXISTS', 'is a program that runs'],
  EADDRINUSE: ['FILE_EXISTS', 'is in use by another program'],
  ENOSPC: ['WRITE_FAILED', 'cannot be written: the disk is full'],
  EDQUOT: ['WRITE_FAILED', 'cannot be written: the quota is exceeded'],
  EROFS: ['WRITE_FAILED', 'cannot be written: the file system is read-only'],
  EFBIG: ['WRITE_FAILED', 'cannot be written: the file is too large'],
  EIO: ['SYSTEM_ERROR', 'cannot be accessed: the device reports an error'],
  EMFILE: ['SYSTEM_ERROR', 'cannot be opened: too many files are open'],
  ENFILE: ['SYSTEM_ERROR', 'cannot be opened: too many files are open'],
  ECONNREFUSED: ['CONNECTION_FAILED', 'refused the connection'],
  ECONNRESET: ['CONNECTION_FAILED', 'closed the connection'],
  ECONNABORTED: ['CONNECTION_FAILED', 'ended the connection'],
  EPIPE: ['CONNECTION_FAILED', 'closed its end of the pipe'],
  EHOSTUNREACH: ['CONNECTION_FAILED', 'cannot be reached'],
  ENETUNREACH: ['CONNECTION_FAILED', 'cannot be reached: there is no network'],
  ENETDOWN: ['CONNECTION_FAILED', 'cannot be reached: the network is down'],
  ETIMEDOUT: ['CONNECTION_FAILED', 'did not answer in time'],
  ENOTFOUND: ['CONNECTION_FAILED', 'is not a known host'],
  EAI_AGAIN: ['CONNECTION_FAILED', 'cannot be looked up for now'],
}

/** The members that Node gives to errors of the operating system. */
interface SystemError extends Error {
  readonly code: string
  readonly errno?: number | string
  readonly syscall?: string
  readonly path?: string
  readonly dest?: string
  readonly address?: string
  readonly hostname?: string
  readonly port?: number
}

/** Turns an error of the operating system into a failure that names its object and its cause. */
export function systemFailure(run: Run, error: unknown): SuretyError | null {
  const found = findSystemError(error)
  if (!found) return null
  const { code: errno, syscall = '' } = found
  const target = targetOf(found)
  const isStart = syscall.startsWith('spawn')
  const [code, reason] = isStart
    ? (['CHILD_FAILED', 'could not be started'] as const)
    : (REASONS[errno] ?? (['SYSTEM_ERROR', `cannot be used (${errno})`] as const))
  const subject = target === null ? subjectOf(code) : `'${target}'`
  return new SuretyError(code, exitOf(run, code, syscall), `${subject} ${reason}.`, {
    detail: found === error ? found.message : `${messageOf(error)}: ${found.message}`,
    ...(target !== null && { target }),
    ...(syscall !== '' && { operation: syscall }),
    details: { errno, ...(syscall !== '' && { syscall }), ...(target !== null && { target }) },
    cause: error,
  })
}

/**
 * Gives the exit of a code. Most of these exits promise that nothing was changed, which is unknown once
 * `run()` of a command that changes things has begun. A connection that never came about changed nothing
 * either, unless the handler has reported work before it.
 */
function exitOf(run: Run, code: ErrorCode, syscall: string): SuretyError['exit'] {
  const exit = ERROR_CODES[code].exit
  const { effect, completedSteps } = run.notes
  if (CONNECTING.has(syscall) && effect === null && completedSteps.length === 0) return exit
  const isSafe = !run.command || run.command.declaration.danger === 'safe'
  const mayHaveChanged = !isSafe && !run.isDryRun && run.phase !== 'validation'
  return mayHaveChanged && exit !== 'GENERAL_ERROR' ? 'PARTIAL_FAILURE' : exit
}

/** The calls of the system that make a connection, before anything is sent. */
const CONNECTING: ReadonlySet<string> = new Set(['connect', 'getaddrinfo'])

/** Finds the error of the operating system behind an error, such as behind "fetch failed". */
function findSystemError(error: unknown, depth = 0): SystemError | null {
  if (!(error instanceof Error) || depth > 3) return null
  const { code, errno, syscall, cause, errors } = error as SystemError & {
    readonly errors?: unknown
  }
  const isSystem = typeof errno === 'number' || typeof syscall === 'string'
  if (typeof code === 'string' && /^E[A-Z0-9_]+$/.test(code) && !code.startsWith('ERR_')) {
    if (isSystem || Object.hasOwn(REASONS, code)) return withAddress(error as SystemError)
  }
  const behind = [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])]
  for (const other of behind.slice(0, 5)) {
    const found = findSystemError(other, depth + 1)
    if (found) return found
  }
  return null
}

/** A connection that was tried at several addresses has them only in its parts. */
function withAddress(error: SystemError): SystemError {
  const { errors } = error as { readonly errors?: unknown }
  if (targetOf(error) !== null || !Array.isArray(errors)) return error
  return (errors as unknown[]).find((part): part is SystemError => part instanceof Error) ?? error
}

function targetOf({ path, dest, address, hostname, port, syscall }: SystemError): string | null {
  if (typeof path === 'string')
    return typeof dest === 'string' && syscall !== 'spawn' ? `${path} -> ${dest}` : path
  const host = address ?? hostname
  if (typeof host !== 'string') return null
  return typeof port === 'number' ? `${host}:${port}` : host
}

function subjectOf(code: ErrorCode): string {
  if (code === 'CONNECTION_FAILED') return 'The other side'
  return code === 'CHILD_FAILED' ? 'A program' : 'A file'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}
