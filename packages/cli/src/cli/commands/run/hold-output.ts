import type { passOutput, Stream } from './pass-output.ts'

/** More than this is passed on as it comes: nobody can be sure that it is held to the end. */
const MAX_HELD = 8 * 1024 * 1024

/** Holds back what a program prints, because what is shortened is not known before its end. */
export function holdOutput(passed: Pick<ReturnType<typeof passOutput>, 'take'>) {
  let held: { readonly stream: Stream; readonly chunk: Uint8Array }[] | null = []
  let bytes = 0
  const release = async () => {
    const chunks = held ?? []
    held = null
    // All at once, so that nothing newer comes between them.
    await Promise.all(chunks.map(async ({ stream, chunk }) => passed.take(stream, chunk)))
  }
  return {
    isHeld: () => held !== null,
    take(stream: Stream, chunk: Uint8Array): void | Promise<void> {
      if (held === null) return passed.take(stream, chunk)
      bytes += chunk.length
      held.push({ stream, chunk })
      return bytes > MAX_HELD ? release() : undefined
    },
    /** Forgets an attempt of which nothing was shown. */
    restart(): void {
      held &&= []
      bytes = 0
    },
    release,
  }
}
