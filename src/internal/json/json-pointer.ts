/** Writes a JSON pointer (RFC 6901) from its parts. */
export function toPointer(...parts: readonly (string | number)[]): string {
  let pointer = ''
  for (const part of parts) pointer += `/${toPart(String(part))}`
  return pointer
}

/** Splits a JSON pointer into its parts. */
export function fromPointer(pointer: string): readonly string[] {
  const parts = pointer.split('/')
  parts.shift()
  if (!pointer.includes('~')) return parts
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Writes a text as one part of a pointer. */
export function toPart(part: string): string {
  if (!part.includes('~') && !part.includes('/')) return part
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}
