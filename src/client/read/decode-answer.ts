import { decode, type Capture, type Decoded, type ReadOptions } from '../../dialects/index.ts'
import { mayBeTooDeep, withoutDepths } from './nesting.ts'

/** Reads an answer that came from outside: whatever it holds can be written down and passed on. */
export async function decodeAnswer(capture: Capture, options: ReadOptions): Promise<Decoded> {
  const read = await decode(capture, options)
  const isLong = [capture.stdout, capture.stderr].some(({ length }) => mayBeTooDeep(length))
  return isLong ? { ...read, outcome: withoutDepths(read.outcome) } : read
}
