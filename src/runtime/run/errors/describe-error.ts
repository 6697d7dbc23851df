/** Describes a thrown value in one line, without its stack. */
export function describeThrown(error: unknown): string {
  if (error instanceof Error) return error.message.split('\n')[0] ?? ''
  if (typeof error === 'string') return error
  try {
    return JSON.stringify(error) ?? String(error)
  } catch {
    // The value cannot be converted to text; the error code has to suffice.
    return ''
  }
}

/** Tests whether an error is a system error with one of the given codes. */
export function isErrno(error: unknown, codes: readonly string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '')
}
