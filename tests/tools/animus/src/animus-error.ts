/** The codes of failures below the commands, each one of the five. */
export type LowCode = 'internal' | 'invalid_input' | 'not_found'

/**
 * A failure raised below the commands. The framework recognises its code and copies `details`. It is
 * about something that was found before any change.
 */
export class AnimusError extends Error {
  override readonly name = 'AnimusError'
  readonly code: LowCode
  readonly details: object | undefined

  constructor(code: LowCode, message: string, details?: object, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.details = details
  }
}

/** Classifies an error of the file system by its kind; other errors stay as they are. */
export function toAnimusError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AnimusError) return error
  const { code, path, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined || path === undefined) return error
  const reason = REASONS[code] ?? `cannot be used (${code})`
  return new AnimusError('internal', `${path} ${reason}`, undefined, error)
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'may not be read or written',
  EPERM: 'may not be read or written',
  EROFS: 'is on a file system that cannot be written',
  ENOSPC: 'does not fit: the disk is full',
  ENOENT: 'does not exist',
  ENOTDIR: 'is below a file, not a folder',
  EISDIR: 'is a folder, not a file',
}
