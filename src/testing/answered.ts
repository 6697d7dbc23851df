import type { JsonValue } from '../contract/index.ts'

/** An answer, from whatever ran the tool. */
export interface Answered {
  readonly stdout: string
  readonly stderr: string
  /** Undefined if only a document or a text was given. */
  readonly exitCode: number | undefined
  /** Undefined if the output is not one JSON document. */
  readonly document: JsonValue | undefined
}

/** The names that process runners have for the exit code. */
const EXIT_NAMES = ['exit', 'exit_code', 'exitCode', 'code', 'status'] as const

/**
 * Takes an answer out of a result of `runCli`, of `spawnSync`, `execa` or `tinyexec`, of a capture, of a
 * text, or of a parsed document; undefined for anything else.
 */
export function toAnswered(received: unknown): Answered | undefined {
  if (typeof received === 'string') return fromText(received, '', undefined)
  if (typeof received !== 'object' || received === null) return undefined
  const given = received as Readonly<Record<string, unknown>>
  const stdout = textOf(given['stdout'])
  if (stdout === undefined) {
    const text = JSON.stringify(received)
    return {
      stdout: text,
      stderr: '',
      exitCode: undefined,
      document: JSON.parse(text) as JsonValue,
    }
  }
  const exit = EXIT_NAMES.map((name) => given[name]).find((value) => typeof value === 'number')
  return fromText(stdout, textOf(given['stderr']) ?? '', exit)
}

function fromText(stdout: string, stderr: string, exitCode: number | undefined): Answered {
  return { stdout, stderr, exitCode, document: parse(stdout) ?? parse(stderr) }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : undefined
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    // Text for people.
    return undefined
  }
}
