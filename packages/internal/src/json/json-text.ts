import { escapeUnit } from '../visible-text.ts'

/** Writes JSON as `JSON.stringify` does; what is too deep for that is written on one line. */
export function toJsonText(value: unknown, indent = 0, isAscii = false): string {
  const text = stringify(value, indent)
  // DEL is ASCII but a control character, so it is escaped as well.
  return isAscii ? text.replace(/[\u007f-\uffff]/g, escapeUnit) : text
}

/** Writes JSON for a script element: no character of it can end the element, open a comment or break a line. */
export function toScriptText(value: unknown): string {
  return toJsonText(value).replaceAll(/[<>&\u2028\u2029]/g, escapeUnit)
}

function stringify(value: unknown, indent: number): string {
  try {
    return JSON.stringify(value, null, indent)
  } catch (error) {
    if (error instanceof RangeError) return stringifyDeep(value)
    throw error
  }
}

interface Level {
  readonly isArray: boolean
  readonly members: Iterator<readonly [string | number, unknown]>
  isEmpty: boolean
}

function stringifyDeep(root: unknown): string {
  const levels: Level[] = []
  const parts: string[] = []
  let length = 0
  const put = (part: string): void => {
    length += part.length
    // Stop before memory runs out.
    if (length > LONGEST) throw new RangeError('The JSON text is longer than a string can be.')
    parts.push(part)
  }
  const write = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return put(JSON.stringify(value) ?? 'null')
    const isArray = Array.isArray(value)
    put(isArray ? '[' : '{')
    const members = isArray ? value.entries() : Object.entries(value)
    levels.push({ isArray, members: members[Symbol.iterator](), isEmpty: true })
  }
  write(root)
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.members.next()
    if (next.done === true) {
      levels.pop()
      put(level.isArray ? ']' : '}')
      continue
    }
    const [key, member] = next.value
    if (member === undefined && !level.isArray) continue
    if (!level.isEmpty) put(',')
    level.isEmpty = false
    if (!level.isArray) put(`${JSON.stringify(key)}:`)
    write(member)
  }
  return parts.join('')
}

/** The maximum length of a string in V8. */
const LONGEST = 0x1fffffe8
