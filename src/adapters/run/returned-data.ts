/**
 * Tests whether what an action returned is its result. Actions often return something by accident: the
 * length of a list that they pushed to, a server, the program itself.
 */
export function isResult(returned: unknown, hasPrinted: boolean): boolean {
  if (returned === undefined || typeof returned === 'function' || typeof returned === 'symbol')
    return false
  if (typeof returned === 'object' && returned !== null) return isPlain(returned)
  return !hasPrinted
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return (
    prototype === null ||
    prototype === Object.prototype ||
    typeof (value as { toJSON?: unknown }).toJSON === 'function'
  )
}
