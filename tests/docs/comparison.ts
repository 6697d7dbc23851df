/** Compares what a page promises with what a program printed; undefined when they agree. */
export function differenceInText(expected: string, actual: string): string | undefined {
  const pattern = linesOf(expected)
  const printed = linesOf(actual)
  if (matches(pattern, printed)) return undefined
  return `the page says:\n${pattern.join('\n')}\n\nthe program printed:\n${printed.join('\n')}\n`
}

/** Compares two JSON texts by value; the string "..." in the expected one stands for anything. */
export function differenceInJson(expected: string, actual: string): string | undefined {
  try {
    const promised: unknown = JSON.parse(normalise(expected))
    const printed: unknown = JSON.parse(normalise(actual))
    if (agrees(promised, printed)) return undefined
  } catch (error) {
    return `not JSON (${String(error)}):\n${actual}`
  }
  return `the page says:\n${expected}\nthe program printed:\n${actual}\n`
}

/**
 * Replaces what differs from run to run: durations, timestamps, random ids, process ids.
 * Numbers keep their JSON type, so that a normalised envelope still parses.
 */
export function normalise(text: string): string {
  return text
    .replaceAll(/("?(?:duration|elapsed|latency)_ms"?\s*[:=]\s*)\d+(?:\.\d+)?/g, '$10')
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, '<timestamp>')
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<id>')
    .replaceAll(/\b((?:req|run|trace|op)_)[0-9A-Za-z]{6,}\b/g, '$1<id>')
    .replaceAll(/("?(?:request|trace|run)_id"?\s*[:=]\s*)"[^"]*"/g, '$1"<id>"')
    .replaceAll(/("?pid"?\s*[:=]\s*)\d+/g, '$10')
    .replaceAll(/\b\d+(?:\.\d+)? ?(ms|s)\b/g, '<duration> $1')
}

function linesOf(text: string): readonly string[] {
  return normalise(text)
    .replaceAll('\r\n', '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.trimEnd())
}

/** Matches lines; a line `...` stands for any number of lines, `…` for anything within a line. */
function matches(pattern: readonly string[], lines: readonly string[]): boolean {
  const [first, ...rest] = pattern
  if (first === undefined) return lines.length === 0
  if (first.trim() === '...') {
    return lines.some((_, index) => matches(rest, lines.slice(index))) || matches(rest, [])
  }
  const [line, ...others] = lines
  return line !== undefined && isLike(first, line) && matches(rest, others)
}

function isLike(pattern: string, line: string): boolean {
  if (!pattern.includes('…')) return pattern === line
  const parts = pattern.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(line)
}

function agrees(expected: unknown, actual: unknown): boolean {
  if (expected === '...') return true
  if (typeof expected !== 'object' || expected === null) return Object.is(expected, actual)
  if (typeof actual !== 'object' || actual === null) return false
  if (Array.isArray(expected) !== Array.isArray(actual)) return false
  const promised = Object.entries(expected)
  const printed = new Map(Object.entries(actual))
  return (
    promised.length === printed.size &&
    promised.every(([key, value]) => printed.has(key) && agrees(value, printed.get(key)))
  )
}
