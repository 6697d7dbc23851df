import { isJsonObject, type JsonValue } from '../../contract/index.ts'

/** What happened at one stop, as data. */
export interface Stop {
  readonly title: string
  readonly shows: string
  /** The command line to repeat it with. */
  readonly command: string
  readonly exit_code: number
  readonly stdout: JsonValue
  readonly stderr: JsonValue
  readonly duration_ms: number
}

/** Reads a stream as JSON where it is one document, else as text. */
export function readStream(text: string): JsonValue {
  const trimmed = text.trim()
  try {
    return JSON.parse(trimmed) as JsonValue
  } catch {
    return trimmed
  }
}

/** Gives an answer as lines that fit a screen: short values stay on their line, long ones are cut. */
export function answerLines(answer: JsonValue, most: number): string[] {
  const lines = typeof answer === 'string' ? answer.split('\n') : outline(answer)
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), `… ${lines.length - most + 1} more lines`]
}

function outline(value: JsonValue): string[] {
  const short = JSON.stringify(value)
  if (!isJsonObject(value) || short.length <= LINE) return [short]
  const members = Object.entries(value).flatMap(([key, member]) => {
    const lines = JSON.stringify(member).length <= LINE ? [JSON.stringify(member)] : outline(member)
    const [first = '', ...rest] = lines
    return [`${JSON.stringify(key)}: ${first}`, ...rest]
  })
  return ['{', ...members.map((line) => `  ${line}`), '}']
}

const LINE = 66
