import type { ReadOutcome } from '../contract/index.ts'
import { DEFAULT_DIALECT } from './registry/built-in.ts'
import { detectRendered } from './detect.ts'
import type { Capture, DecodeOptions, Dialect } from './dialect.ts'
import { OpenCapture } from './read/open-capture.ts'
import { loadDialect } from './registry/registry.ts'

/** How to read a capture, whether its dialect is known or not. */
export interface ReadOptions extends DecodeOptions {
  /** A dialect or its id. Without one, the best candidate by shape is taken. */
  readonly dialect?: string | Dialect
}

/** An outcome with the dialect that it was read in. */
export interface Decoded {
  readonly dialect: string
  readonly outcome: ReadOutcome
  /** What was read: the given capture, with JSON in place of an answer in another format. */
  readonly capture: Capture
}

/**
 * Reads what a process left behind. Dialects that are also printed as YAML, TOON or Markdown are read in
 * those formats too; their packages are loaded only when such a text turns up.
 *
 * @example
 * ```ts
 * import { decode } from 'surety/dialects'
 *
 * const capture = { stdout: '', stderr: '{"ok":false,"error":{"code":"x","message":"y"}}', exit_code: 1 }
 * const { outcome } = await decode(capture, { dialect: 'td' })
 * outcome.ok // false
 * ```
 */
export async function decode(given: Capture, options: ReadOptions = {}): Promise<Decoded> {
  const capture = OpenCapture.of(given)
  const chosen = options.dialect ?? (await bestDialect(capture))
  const dialect = typeof chosen === 'string' ? await loadDialect(chosen) : chosen
  const readable = dialect.toJson ? await dialect.toJson(capture) : capture
  return { dialect: dialect.id, outcome: dialect.decode(readable, options), capture: readable }
}

async function bestDialect(capture: Capture): Promise<string> {
  const { candidates } = await detectRendered(capture)
  return candidates[0]?.dialect ?? DEFAULT_DIALECT
}
