import { ERROR_EXITS, SuretyError, SYSTEM_ERRORS, type ErrorCode } from '../../../contract/index.ts'
import { isDryRun, type Run } from '../../run/run-state.ts'

const UNSTARTED = { code: 'CHILD_FAILED', reason: 'could not be started' } as const

interface SystemError extends Error {
  readonly code: string
  readonly errno?: unknown
  readonly syscall?: string
  readonly permission?: unknown
}

/** What an error of the system may be about. */
type Target = {
  readonly [Fact in 'path' | 'dest' | 'address' | 'hostname' | 'port' | 'resource']?: unknown
}

export function systemFailure(run: Run, error: unknown): SuretyError | null {
  const found = findSystemError(error)
  if (!found) return null
  const { code: errno, syscall = '' } = found
  const target = targetOf(found)
  const isStart = syscall.startsWith('spawn')
  const unknown = { code: 'SYSTEM_ERROR', reason: `cannot be used (${errno})` } as const
  const { code, reason } = isStart ? UNSTARTED : (SYSTEM_ERRORS[errno] ?? unknown)
  const subject = target === null ? subjectOf(code, found) : `'${target}'`
  return new SuretyError(code, exitOf(run, code, syscall), `${subject} ${reason}.`, {
    detail: found === error ? found.message : `${(error as Error).message}: ${found.message}`,
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
  const exit = ERROR_EXITS[code]
  const hasWorked = run.reports.some(({ kind }) => kind === 'done' || kind === 'effect')
  if (CONNECTING.has(syscall) && !hasWorked) return exit
  const isSafe = !run.command || run.command.declaration.danger === 'safe'
  const mayHaveChanged = !isSafe && !isDryRun(run) && run.phase !== 'validation'
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
  if (typeof code === 'string' && /^E[A-Z0-9_]+$/.test(code)) {
    const isKnown = Object.hasOwn(SYSTEM_ERRORS, code)
    if (isKnown || (isSystem && !code.startsWith('ERR_'))) return withAddress(error as SystemError)
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

function targetOf(error: SystemError): string | null {
  const { path, dest, address, hostname, port, resource } = error as Target
  if (typeof resource === 'string' && resource !== '') return resource
  if (typeof path === 'string')
    return typeof dest === 'string' && error.syscall !== 'spawn' ? `${path} -> ${dest}` : path
  const host = address ?? hostname
  if (typeof host !== 'string') return null
  return typeof port === 'number' ? `${host}:${port}` : host
}

function subjectOf(code: ErrorCode, { permission }: SystemError): string {
  if (code === 'CONNECTION_FAILED') return 'The other side'
  return code === 'CHILD_FAILED' || permission === 'ChildProcess' ? 'A program' : 'A file'
}
