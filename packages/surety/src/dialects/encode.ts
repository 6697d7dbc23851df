import type { JsonValue, Outcome } from '../contract/index.ts'
import { toJsonText } from '@surety/internal/json/json-text.ts'
import type {
  Dialect,
  Encoded,
  EncodedWithLosses,
  EncodeOptions,
  Encoder,
  Layout,
  EncodedDocument,
} from './dialect.ts'
import { writeWithLosses } from './write/losses.ts'

/**
 * Writes an outcome as a process would leave it behind in a dialect. With `losses: true` it lists what the
 * dialect cannot say, which takes the whole dialect: the document is read back and compared. With
 * `stow: 'exact'` it adds what is needed to read back the same outcome.
 *
 * @example
 * ```ts
 * import { succeed } from 'surety/contract'
 * import { encode, loadDialect } from 'surety/dialects'
 *
 * const td = await loadDialect('td')
 * const outcome = succeed({ data: [], meta: { type: 'task_list', cursor: 'p2' } })
 * encode(outcome, td).stdout
 * encode(outcome, td, { losses: true }).losses // [{ pointer: '/meta/cursor', kind: 'paging', stowed_at: null }]
 * ```
 */
export function encode(
  outcome: Outcome,
  dialect: Dialect,
  options: EncodeOptions & ({ readonly losses: true } | { readonly stow: 'exact' }),
): EncodedWithLosses
export function encode(outcome: Outcome, encoder: Encoder, options?: PlainOptions): Encoded
export function encode(
  outcome: Outcome,
  encoder: Encoder | Dialect,
  { losses: wantsLosses = false, ...given }: EncodeOptions & { readonly losses?: boolean } = {},
): Encoded {
  const options: EncodeOptions = { stow: 'plain', ...given }
  return wantsLosses || options.stow === 'exact'
    ? textsOf(writeWithLosses(encoder as Dialect, outcome, options))
    : textsOf(encoder.toDocument(outcome, options))
}

type PlainOptions = EncodeOptions & { readonly losses?: false; readonly stow?: 'never' | 'plain' }

function textsOf({ document, stream, exit_code, layout, losses }: EncodedDocument): Encoded {
  const text = document === undefined ? '' : `${layOut(document, layout)}\n`
  return {
    stdout: stream === 'stdout' ? text : '',
    stderr: stream === 'stderr' ? text : '',
    exit_code,
    ...(losses && { losses }),
  }
}

export function layOut(document: JsonValue, layout: Layout): string {
  return toJsonText(document, layout === 'compact' ? 0 : 2, layout === 'pretty-ascii')
}
