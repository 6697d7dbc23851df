import { type Line, LineSplitter } from '@surety/internal/lines.ts'
import type { ByteSource } from './byte-stream.ts'
import { IndentedDocuments } from './indented-documents.ts'

/** Splits a source into documents, one a line: those over several lines are joined. Gives those that each chunk ends. */
export async function* documentLines(
  source: ByteSource,
  maxBytes: number,
): AsyncGenerator<readonly Line[]> {
  const splitter = new LineSplitter(maxBytes)
  const indented = new IndentedDocuments(maxBytes)
  const settled = function* (line: Line): Generator<Line> {
    if (indented.takes(line) || indented.beginsWith(line))
      for (const whole of indented.add(line)) yield* settled(whole)
    else if (line.problem !== null || line.text.trim() !== '') yield line
  }
  const all = (lines: Iterable<Line>) => [...lines].flatMap((line) => [...settled(line)])
  for await (const chunk of source) yield all(splitter.feed(chunk))
  yield [...all(splitter.end()), ...all(indented.end())]
}
