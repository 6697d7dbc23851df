import { isJsonObject, type JsonValue } from '../../contract/index.ts'

/**
 * Reads the rows of a stream out of chunks of lines. The last line is the envelope, so a line that looks like
 * one is a row only if another line follows.
 */
export function createRowReader(): (chunk: Uint8Array) => JsonValue[] {
  const decoder = new TextDecoder()
  let rest = ''
  let doubtful: JsonValue[] = []
  return (chunk) => {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
    rest = lines.pop() ?? ''
    return lines.flatMap((line) => {
      const row = parse(line)
      if (row === undefined) return []
      const before = doubtful
      doubtful = []
      if (!looksLikeEnvelope(row)) return [...before, row]
      doubtful = [row]
      return before
    })
  }
}

function parse(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line) as JsonValue
  } catch {
    // Noise between the rows; the client reports it with the envelope.
    return undefined
  }
}

function looksLikeEnvelope(row: JsonValue): boolean {
  return isJsonObject(row) && typeof row['ok'] === 'boolean' && isJsonObject(row['meta'] ?? null)
}
