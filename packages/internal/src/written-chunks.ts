import { PassThrough } from 'node:stream'

/** Yields what some work writes, as it writes it, and returns its result. A slow reader slows the work. */
export async function* writtenChunks<Result>(
  work: (target: PassThrough) => Promise<Result>,
): AsyncGenerator<Uint8Array, Result> {
  const target = new PassThrough()
  const result = work(target)
  result.then(
    () => target.end(),
    (error: Error) => target.destroy(error),
  )
  yield* target as AsyncIterable<Uint8Array>
  return result
}
