import type { RunEnd } from '../../run/ending/run-end.ts'

/** The end of a stream, in a class of its own because no handler can return an instance of it. */
export class Streamed {
  readonly end: RunEnd

  constructor(end: RunEnd) {
    this.end = end
  }
}

/** The error for a reader that closed the pipe; the run ends without an answer and exits with 0. */
export const READER_GONE: unique symbol = Symbol('reader gone')

/** Tests whether a handler returned a generator of rows. */
export function isStream(value: unknown): value is AsyncGenerator<unknown, unknown, void> {
  return (
    typeof value === 'object' && value !== null && Symbol.asyncIterator in value && 'next' in value
  )
}
