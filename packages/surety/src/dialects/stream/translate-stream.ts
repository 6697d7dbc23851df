import type { Dialect, EncodeOptions } from '../dialect.ts'
import { loadDialect } from '../registry/load-dialect.ts'
import { MAX_LINE_BYTES, writeAll, type ByteSource, type ByteTarget } from './byte-stream.ts'
import { documentLines } from './document-lines.ts'
import { errorLine, splitError } from './line-error.ts'
import { createTranslator, readDocument, type TranslatedDocument } from './translate-document.ts'

/** The result of a translation. */
export interface TranslationSummary {
  /** Documents, and lines that are none. */
  readonly lines: number
  readonly translated: number
  readonly failed: number
}

/** Translates each document of a source. What cannot be translated is replaced by an error line. */
export async function* translateLines(
  source: ByteSource,
  translate: (text: string) => TranslatedDocument,
  maxLineBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<Uint8Array, TranslationSummary> {
  let [lines, failed] = [0, 0]
  for await (const documents of documentLines(source, maxLineBytes)) {
    let texts = ''
    for (const { number, text, problem } of documents) {
      const result: TranslatedDocument =
        problem === null
          ? translate(text.replace(/^\uFEFF/, ''))
          : { ok: false, error: splitError(problem, maxLineBytes) }
      lines += 1
      if (!result.ok) failed += 1
      texts += `${result.ok ? result.text : errorLine(number, result.error)}\n`
    }
    if (texts !== '') yield Buffer.from(texts)
  }
  return { lines, translated: lines - failed, failed }
}

interface TranslateStreamOptions extends Pick<EncodeOptions, 'now' | 'stow'> {
  /** An id, the path of a dialect file, or a dialect. */
  readonly from: string | Dialect
  readonly to: string | Dialect
  /** Longer lines become error lines. Default 128 MiB. */
  readonly maxLineBytes?: number
}

/**
 * Translates a log from one dialect to another, document by document and in order, with backpressure and with
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
  const { from, to, maxLineBytes, ...how } = options
  const reader = await resolve(from)
  const meaning = reader.meaning && { meaning: reader.meaning }
  const read = (text: string) => readDocument(reader, text)
  const translate = createTranslator(read, await resolve(to), { ...meaning, ...how })
  const chunks = translateLines(source, translate, maxLineBytes)
  for (;;) {
    const { done, value } = await chunks.next()
    if (done) return value
    await writeAll(target, value)
  }
}

async function resolve(dialect: string | Dialect): Promise<Dialect> {
  return typeof dialect === 'string' ? loadDialect(dialect) : dialect
}
