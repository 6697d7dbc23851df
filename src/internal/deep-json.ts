interface Frame {
  readonly entries: Iterator<readonly [string, unknown]>
  readonly close: string
  readonly isList: boolean
  isEmpty: boolean
}

/**
 * Writes a JSON value of any depth, as `JSON.stringify` would: that one gives up where the stack
 * ends, and a document from outside can be deeper than that.
 */
export function stringifyDeep(root: unknown, indent = 0): string {
  const parts: string[] = []
  const frames: Frame[] = []
  const open = (value: object): void => {
    const isList = Array.isArray(value)
    parts.push(isList ? '[' : '{')
    frames.push({
      entries: Object.entries(value)[Symbol.iterator](),
      close: isList ? ']' : '}',
      isList,
      isEmpty: true,
    })
  }
  const write = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) open(value)
    else parts.push(JSON.stringify(value) ?? 'null')
  }
  const breakLine = (): void => {
    if (indent > 0) parts.push(`\n${' '.repeat(indent * frames.length)}`)
  }
  write(root)
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const next = frame.entries.next()
    if (next.done === true) {
      frames.pop()
      if (!frame.isEmpty) breakLine()
      parts.push(frame.close)
      continue
    }
    const [key, value] = next.value
    if (value === undefined && !frame.isList) continue
    if (!frame.isEmpty) parts.push(',')
    frame.isEmpty = false
    breakLine()
    if (!frame.isList) parts.push(JSON.stringify(key), indent > 0 ? ': ' : ':')
    write(value)
  }
  return parts.join('')
}
