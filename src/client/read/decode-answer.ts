import { decode, type Capture, type Decoded, type ReadOptions } from '../../dialects/index.ts'
import { mayBeTooDeep, rejectTooDeep } from './nesting.ts'

/** Decodes an answer; the outcome can always be serialised again. */
export async function decodeAnswer(capture: Capture, options: ReadOptions): Promise<Decoded> {
  const read = await decode(capture, options)
  const isLong = [capture.stdout, capture.stderr].some(({ length }) => mayBeTooDeep(length))
  return isLong ? { ...read, outcome: rejectTooDeep(read.outcome) } : read
}
