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

export function isErrno(error: unknown, codes: readonly string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '')
}

/** Describes a thrown value together with its cause or, for an AggregateError, its errors. */
export function describeWithCauses(error: unknown, depth = 0): string {
  const message = describeThrown(error)
  if (!(error instanceof Error) || depth === 3) return message
  const { cause, errors } = error as { readonly cause?: unknown; readonly errors?: unknown }
  const behind = [...(Array.isArray(errors) ? (errors as unknown[]) : []), cause]
    .filter((other) => other instanceof Error)
    .slice(0, 5)
    .map((other) => describeWithCauses(other, depth + 1))
    .filter((text) => text !== '' && !message.includes(text))
  return behind.length === 0 ? message : `${message}: ${behind.join('; ')}`
}
