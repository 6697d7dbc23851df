/** Removes secrets from what code of this process prints to its stderr; returns a function that stops this. */
export function redactStderr(redact: (text: string) => string): () => void {
  const { stderr } = process
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its stream as this
  const original = stderr.write
  const patched = (chunk: unknown, encoding?: unknown, done?: unknown): boolean => {
    const text = toText(chunk, encoding)
    const clean = redact(text)
    // What is clean is written as it came, because it need not be a text at all.
    const given =
      clean === text ? [chunk, encoding, done] : [clean, 'utf8', callbackIn(encoding, done)]
    return Reflect.apply(original, stderr, given) as boolean
  }
  stderr.write = patched
  return () => {
    // Somebody who patched the stream later keeps their patch.
    if (stderr.write === patched) stderr.write = original
  }
}

function toText(chunk: unknown, encoding: unknown): string {
  if (typeof chunk !== 'string') return Buffer.from(chunk as Uint8Array).toString('utf8')
  if (typeof encoding !== 'string' || /^utf-?8$/i.test(encoding)) return chunk
  return Buffer.from(chunk, encoding as BufferEncoding).toString('utf8')
}

function callbackIn(...given: readonly unknown[]): unknown {
  return given.find((value) => typeof value === 'function')
}
