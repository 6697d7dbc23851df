/** Replaces a member that JSON has no form for. */
type Replace = (name: string, value: unknown) => unknown

const UNREADABLE = '[unreadable]'

/** Writes any value as text: circles are marked, and so is what throws when it is read. */
export function anyText(value: unknown, replace: Replace): string {
  try {
    if (typeof value === 'string') return value
    if (value instanceof Error) return String(value.stack)
    return typeof value === 'object' && value !== null ? objectText(value, replace) : String(value)
  } catch {
    return UNREADABLE
  }
}

function objectText(object: object, replace: Replace): string {
  try {
    return JSON.stringify(object, createReplacer(replace))
  } catch {
    // One member cannot be read; the others still can.
    const members = Object.keys(object).map((name) => memberText(object, name, replace))
    return `{${members.join(',')}}`
  }
}

function memberText(object: object, name: string, replace: Replace): string {
  try {
    const member = { [name]: (object as Record<string, unknown>)[name] }
    return JSON.stringify(member, createReplacer(replace)).slice(1, -1)
  } catch {
    return `${JSON.stringify(name)}:"${UNREADABLE}"`
  }
}

function createReplacer(
  replace: Replace,
): (this: unknown, name: string, value: unknown) => unknown {
  const open: unknown[] = []
  return function replaceOpen(name, value) {
    const replaced = replace(name, value)
    if (typeof value !== 'object' || value === null) return replaced
    while (open.length > 0 && open.at(-1) !== this) open.pop()
    if (open.includes(value)) return '[circular]'
    open.push(value, replaced)
    return replaced
  }
}
