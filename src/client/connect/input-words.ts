/** Writes arguments and options as words of a command line: each by its name, lists and objects as JSON. */
export function inputWords(input: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(input).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${toFlag(name)}=${toText(value)}`],
  )
}

function toFlag(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value, withBigints)
}

function withBigints(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
