import type { ReadOutcome } from '../contract/index.ts'
import type { Capture, DecodeOptions, Dialect, Encoded, EncodeOptions, Encoder } from './dialect.ts'
import { withUnplaced, type Loss } from './write/loss-ledger.ts'
import { encode } from './encode.ts'
import { loadDialect, loadEncoder } from './registry/registry.ts'

export interface TranslateOptions extends EncodeOptions, DecodeOptions {}

/** A capture in another dialect, the outcome in between, and what was lost. */
export interface Translation {
  readonly encoded: Encoded
  readonly outcome: ReadOutcome
  readonly losses: readonly Loss[]
}

/**
 * Translates what a process left behind from one dialect into another: not only names, but also exit
 * numbers, units and the meaning of `retryable`.
 *
 * @example
 * ```ts
 * import { translate } from 'surety/dialects'
 *
 * const capture = { stdout: '{"ok":true,"type":"task","data":{"id":1}}', stderr: '', exit_code: 0 }
 * const { encoded, losses } = await translate(capture, 'td', 'spec-1.0')
 * ```
 */
export async function translate(
  source: Capture,
  from: string | Dialect,
  to: string | Encoder,
  options: TranslateOptions = {},
): Promise<Translation> {
  const reader = typeof from === 'string' ? await loadDialect(from) : from
  const writer = typeof to === 'string' ? await loadEncoder(to) : to
  const outcome = reader.decode(source, options)
  const encoded = encode(outcome, writer, {
    ...(reader.meaning && { meaning: reader.meaning }),
    ...options,
  })
  return { encoded, outcome, losses: withUnplaced(outcome, encoded.losses) }
}
