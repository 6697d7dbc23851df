import { createReadStream } from 'node:fs'

import { suretyError, type SuretyError } from 'surety/unstable/contract'
import { splitLines } from '@surety/internal/lines.ts'
import { asUtf8 } from './as-utf8.ts'

export interface Reader {
  readonly signal: AbortSignal
}

const CHUNK_BYTES = 1024 * 1024
const MAX_BYTES = 256 * 1024 * 1024

/** Reads a file or standard input as UTF-8. */
export function readInput(path: string | undefined, reader: Reader): AsyncGenerator<Uint8Array> {
  return asUtf8(readBytes(path, reader))
}

async function* readBytes(
  path: string | undefined,
  { signal }: Reader,
): AsyncGenerator<Uint8Array> {
  if (path === undefined && process.stdin.isTTY) {
    throw suretyError('INPUT_REQUIRED', 'No input: standard input is a terminal.', {
      suggestion: 'Name a file, pipe the input in, or give - to type it.',
    })
  }
  if (path === undefined || path === '-') {
    yield* readStandardInput(signal)
    return
  }
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

export async function readAll(path: string | undefined, reader: Reader): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of readInput(path, reader)) {
    size += chunk.length
    if (size > MAX_BYTES) {
      throw suretyError('STDIN_TOO_LARGE', `The input has more than ${MAX_BYTES} bytes.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const MAX_LINE_BYTES = 128 * 1024 * 1024
const LINE_PROBLEMS = {
  too_long: {
    code: 'LINE_TOO_LONG',
    message: `The line has more than ${MAX_LINE_BYTES} bytes.`,
  },
  invalid_utf8: { code: 'INVALID_UTF8', message: 'The line is not UTF-8.' },
}

export async function* readLines(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  for await (const { number, text, problem } of splitLines(chunks, MAX_LINE_BYTES)) {
    if (problem !== null) yield { number, text, problem: LINE_PROBLEMS[problem] }
    else if (text.trim() !== '') yield { number, text, problem: undefined }
  }
}

export function failedLines(failed: number, lines: number): string {
  return `${failed} of ${lines} ${lines === 1 ? 'line' : 'lines'} could not be used.`
}

async function* readStandardInput(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { stdin } = process
  const stop = (): void => void stdin.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    yield* stdin as AsyncIterable<Buffer>
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function unreadable(path: string, cause: unknown): SuretyError {
  const { code, message: detail } = cause as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return suretyError('FILE_NOT_FOUND', `There is no file ${path}.`, { target: path, cause })
  const facts = { target: path, detail, cause }
  return suretyError('FILE_UNREADABLE', `The file ${path} cannot be read.`, facts)
}
