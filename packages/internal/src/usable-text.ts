/** Describes why a text is unusable in files, child processes and JSON; undefined if it is usable. */
export function findUnusableText(text: string): string | undefined {
  if (text.includes('\0')) return 'expected text without NUL characters'
  return text.isWellFormed()
    ? undefined
    : 'expected text without lone surrogates, which UTF-8 cannot encode'
}

/** Does the same for all texts in a JSON value, names of members included. */
export function findUnusableIn(value: unknown): string | undefined {
  const waiting = [value]
  while (waiting.length > 0) {
    const part = waiting.pop()
    const problem = typeof part === 'string' ? findUnusableText(part) : undefined
    if (problem !== undefined) return problem
    if (typeof part !== 'object' || part === null) continue
    for (const [key, member] of Object.entries(part))
      waiting.push(...(Array.isArray(part) ? [] : [key]), member)
  }
  return undefined
}
