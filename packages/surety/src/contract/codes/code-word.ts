/** Writes an error code in the only form that contract 1.16 has; empty if nothing of it is left. */
export function toCodeWord(code: string): string {
  if (/^[A-Z][A-Z0-9_]+$/.test(code)) return code
  const words = code
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^[^A-Z]+|_+$/g, '')
  return words.length > 1 ? words : ''
}
