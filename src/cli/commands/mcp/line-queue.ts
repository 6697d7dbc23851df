/** Lines that are pushed by one side and pulled by another. */
export interface LineQueue {
  /** Resolves when the line was taken, so that a slow reader slows the writer. */
  readonly push: (line: string) => Promise<void>
  /** Yields lines until some work has ended, and then the rest. */
  readonly until: (work: Promise<void>) => AsyncGenerator<Uint8Array>
}

/** Makes a queue of lines. */
export function createLineQueue(): LineQueue {
  let lines: { readonly bytes: Uint8Array; readonly taken: () => void }[] = []
  let wake = (): void => {}
  return {
    push: (line) =>
      new Promise((resolve) => {
        lines.push({ bytes: Buffer.from(line), taken: resolve })
        wake()
      }),
    until: async function* (work) {
      const state = { isOver: false }
      const working = work.finally(() => {
        state.isOver = true
        wake()
      })
      working.catch(() => {})
      while (!state.isOver || lines.length > 0) {
        if (lines.length === 0) await new Promise<void>((resolve) => (wake = resolve))
        const batch = lines
        lines = []
        for (const { taken } of batch) taken()
        if (batch.length > 0) yield Buffer.concat(batch.map(({ bytes }) => bytes))
      }
      await working
    },
  }
}
