import type { JsonObject } from 'surety/unstable/contract'

/** One answer, and the number that the process exits with. */
export interface Answer {
  readonly envelope: JsonObject
  readonly exit: number
}

/** What a framework said about the words that it refused. */
export interface Refusal {
  /** One of the contract's codes, or a word of the program. */
  readonly code: string
  readonly message: string
}

/** Takes what a framework says first; a line that ends with a colon goes on in the next. */
export function firstWords(text: string): string {
  return text
    .replace(/^error: /, '')
    .replaceAll(/:\s*\n\s*/g, ': ')
    .trim()
    .split('\n')[0]!
}

/** What was learned about a run while it ran, beside what it printed. */
export class Heard {
  readonly startedAt = performance.now()
  /** What was thrown and nobody caught. */
  thrown: { readonly error: unknown } | undefined
  refusal: Refusal | undefined
  /** What the action of the called command returned. */
  returned: unknown
  readonly warnings: string[] = []
  /** The answer, where nothing of the program may run. */
  final: Answer | undefined
  #stderr = ''

  /** Keeps the end of what went to stderr. */
  hear(text: unknown): void {
    const heard =
      typeof text === 'string'
        ? text
        : ArrayBuffer.isView(text)
          ? Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString()
          : ''
    this.#stderr = (this.#stderr + heard).slice(-64 * 1024)
  }

  get stderr(): string {
    return this.#stderr
  }

  /** Notes what a call gives or throws, now or later, and passes it on. */
  note(call: () => unknown): unknown {
    const threw = (error: unknown): never => {
      this.thrown = { error }
      throw error
    }
    const gave = (value: unknown) => (this.returned = value)
    try {
      const given = call()
      if (typeof (given as { then?: unknown } | null | undefined)?.then === 'function')
        return (given as Promise<unknown>).then(gave, threw)
      return gave(given)
    } catch (error) {
      return threw(error)
    }
  }
}
