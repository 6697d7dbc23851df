import type { JsonValue } from '../../contract/index.ts'
import { readLines } from './read-input.ts'

/** A document of the input, or the reason why it could not be parsed. */
export interface InputDocument {
  /** Null if the whole input is one document. */
  readonly line: number | null
  readonly value?: JsonValue
  readonly problem?: { readonly code: string; readonly message: string }
}

/** Reads one JSON document in any layout, or NDJSON. */
export async function parseDocuments(bytes: Uint8Array): Promise<readonly InputDocument[]> {
  const whole = parse(
    Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  )
  if ('value' in whole) return [{ line: null, ...whole }]
  const documents: InputDocument[] = []
  for await (const { number: line, text, problem } of readLines(once(bytes))) {
    documents.push({ line, ...(problem === undefined ? parse(text) : { problem }) })
  }
  return documents
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function parse(text: string): Pick<InputDocument, 'value' | 'problem'> {
  try {
    return { value: JSON.parse(text) as JsonValue }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.slice(0, 200) : String(cause)
    return { problem: { code: 'INVALID_JSON', message } }
  }
}
