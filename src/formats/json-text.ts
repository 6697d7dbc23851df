import { isJsonObject, type JsonValue } from '../contract/index.ts'
import { escapeUnit } from '../internal/visible-text.ts'

/** Writes compact or indented JSON; values nested too deep for the platform are written as well. */
export function toJsonText(value: JsonValue, indent = 0, ascii = false): string {
  const text = stringify(value, indent)
  return ascii ? text.replace(/[\u007f-\uffff]/g, escapeUnit) : text
}

function stringify(value: JsonValue, indent: number): string {
  try {
    return JSON.stringify(value, null, indent)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return stringifyDeep(value)
  }
}

/** Writes compact JSON without recursion, for what overflows the stack of JSON.stringify. */
function stringifyDeep(root: JsonValue): string {
  const parts: string[] = []
  const pending: ({ readonly text: string } | { readonly value: JsonValue })[] = [{ value: root }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) parts.push(next.text)
    else if (typeof next.value !== 'object' || next.value === null) {
      parts.push(JSON.stringify(next.value))
    } else {
      const { value } = next
      const members = isJsonObject(value)
        ? Object.keys(value).map((key) => [`${JSON.stringify(key)}:`, value[key]!] as const)
        : value.map((element) => ['', element] as const)
      pending.push({ text: isJsonObject(value) ? '}' : ']' })
      for (let index = members.length - 1; index >= 0; index--) {
        const [key, member] = members[index]!
        pending.push({ value: member }, { text: index === 0 ? key : `,${key}` })
      }
      parts.push(isJsonObject(value) ? '{' : '[')
    }
  }
  return parts.join('')
}
