import type { Writable } from 'node:stream'

import type { Dialect } from '../dialect.ts'
import { loadDialect } from '../registry/registry.ts'
import {
  LineTranslation,
  type TranslationOptions,
  type TranslationSummary,
} from './line-translation.ts'

/** A source of NDJSON: any stream of bytes or text. */
export type ByteSource = AsyncIterable<Uint8Array | string>

/** A target for NDJSON: any writable stream; it is not ended. */
export type ByteTarget = Pick<Writable, 'write' | 'on' | 'off' | 'destroyed'>

/** The dialects to translate between. */
export interface TranslateStreamOptions extends TranslationOptions {
  /** An id, the path of a dialect file, or a dialect. */
  readonly from: string | Dialect
  readonly to: string | Dialect
}

/**
 * Translates NDJSON from one dialect to another, line by line and in order, with backpressure and with
 * memory for one chunk and the longest line. Every document becomes one compact line in UTF-8,
 * whatever layout its dialect has elsewhere.
 *
 * @example
 * ```ts
 * import { translateStream } from 'surety/dialects'
 *
 * const summary = await translateStream(process.stdin, process.stdout, { from: 'spec-1.0', to: 'td' })
 * summary.failed // lines that gave an error line
 * ```
 */
export async function translateStream(
  source: ByteSource,
  target: ByteTarget,
  options: TranslateStreamOptions,
): Promise<TranslationSummary> {
  const { from, to, ...rest } = options
  const translation = new LineTranslation(await resolve(from), await resolve(to), rest)
  for await (const chunk of source) await writeAll(target, translation.feed(chunk))
  await writeAll(target, translation.end())
  return translation.summary()
}

async function resolve(dialect: string | Dialect): Promise<Dialect> {
  return typeof dialect === 'string' ? loadDialect(dialect) : dialect
}

/** Writes and waits until the target accepts more; rejects if it failed or was closed. */
export async function writeAll(target: ByteTarget, bytes: Uint8Array): Promise<void> {
  if (bytes.length === 0 || target.write(bytes)) return
  await new Promise<void>((resolve, reject) => {
    const settle = (cause?: Error): void => {
      target.off('drain', onDrain)
      target.off('error', onError)
      target.off('close', onClose)
      if (cause) reject(cause)
      else resolve()
    }
    const onDrain = (): void => settle()
    const onError = (cause: Error): void => settle(cause)
    const onClose = (): void =>
      settle(new Error('The output was closed before everything was written.'))
    target.on('drain', onDrain)
    target.on('error', onError)
    target.on('close', onClose)
    if (target.destroyed === true) onClose()
  })
}
