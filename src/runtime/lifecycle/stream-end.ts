import type { RunEnd } from '../run/run-end.ts'

/** The end of a stream, apart from anything that a handler could return. */
export class Streamed {
  readonly end: RunEnd

  constructor(end: RunEnd) {
    this.end = end
  }
}

/** A reader that went away while rows were being written; the run ends quietly. */
export const READER_GONE: unique symbol = Symbol('reader gone')

/** Tests whether a handler returned a generator of rows. */
export function isStream(value: unknown): value is AsyncGenerator<unknown, unknown, void> {
  return (
    typeof value === 'object' && value !== null && Symbol.asyncIterator in value && 'next' in value
  )
}
