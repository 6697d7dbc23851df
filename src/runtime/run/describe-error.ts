/** Says what was thrown, in one line and without a stack. */
export function describeThrown(error: unknown): string {
  if (error instanceof Error) return error.message.split('\n')[0] ?? ''
  if (typeof error === 'string') return error
  try {
    return JSON.stringify(error) ?? String(error)
  } catch {
    // Whatever it is, it can be neither written nor named; the code says enough.
    return ''
  }
}

/** Tests whether an error is the system's, with one of some codes. */
export function isErrno(error: unknown, codes: readonly string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '')
}
