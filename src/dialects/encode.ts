import type { JsonValue, Outcome } from '../contract/index.ts'
import { toJsonText } from '../internal/json/json-text.ts'
import type { Encoded, EncodeOptions, Encoder, Layout } from './dialect.ts'

/**
 * Writes an outcome as a process would leave it behind in a dialect, and lists what the dialect cannot
 * say. With `stow: 'exact'` it adds what is needed to read back the same outcome.
 *
 * @example
 * ```ts
 * import { succeed } from 'surety/contract'
 * import { encode, loadEncoder } from 'surety/dialects'
 *
 * const td = await loadEncoder('td')
 * encode(succeed({ data: [], meta: { type: 'task_list' } }), td).stdout
 * ```
 */
export function encode(outcome: Outcome, encoder: Encoder, options: EncodeOptions = {}): Encoded {
  const { document, stream, exit_code, layout, losses } = encoder.toDocument(outcome, {
    stow: 'plain',
    ...options,
  })
  const text = document === undefined ? '' : `${layOut(document, layout)}\n`
  return {
    stdout: stream === 'stdout' ? text : '',
    stderr: stream === 'stderr' ? text : '',
    exit_code,
    losses,
  }
}

export function layOut(document: JsonValue, layout: Layout): string {
  return toJsonText(document, layout === 'compact' ? 0 : 2, layout === 'pretty-ascii')
}
