/** Reads a pattern as JSON Schema does, and one that is only valid without Unicode rules as JavaScript does. */
export function toPattern(source: string): RegExp {
  let pattern = patterns.get(source)
  if (pattern === undefined) {
    try {
      pattern = new RegExp(source, 'u')
    } catch {
      pattern = new RegExp(source)
    }
    patterns.set(source, pattern)
  }
  return pattern
}

const patterns = new Map<string, RegExp>()
