/** The most characters that are kept; an error message is at the end. */
const KEPT = 20_000

/** What a program writes to stderr, which goes there all the same. */
export interface RecordedStderr {
  readonly text: () => string
  readonly stop: () => void
}

/** Records what is written to stderr of this process until it is stopped. */
export function recordStderr(): RecordedStderr {
  const stream = process.stderr
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its stream as this
  const original = stream.write
  let text = ''
  const recording = ((chunk: unknown, ...rest: unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('utf8')
    if (text.length > 2 * KEPT) text = text.slice(-KEPT)
    return Reflect.apply(original, stream, [chunk, ...rest]) as boolean
  }) as typeof stream.write
  stream.write = recording
  return {
    text: () => text.slice(-KEPT),
    // Somebody who patched the stream later keeps their patch; ours only adds to a text by then.
    stop: () => void (stream.write === recording && (stream.write = original)),
  }
}
