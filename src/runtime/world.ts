/** One of the two streams that a process writes to. */
export type OutputStream = 'stdout' | 'stderr'

/** Why a run is broken off from outside the handler. */
export type Interruption =
  | { readonly kind: 'signal'; readonly signal: 'SIGINT' | 'SIGTERM' }
  | { readonly kind: 'uncaught'; readonly error: unknown }
  | { readonly kind: 'stuck' }

/**
 * Everything outside the program that a run touches: handed in, so that the same run works on a real
 * process and in memory.
 */
export interface World {
  /** What was typed after the program's name. */
  readonly argv: readonly string[]
  readonly env: Record<string, string | undefined>
  readonly cwd: string
  readonly platform: string
  readonly isStdinTty: boolean
  readonly isStdoutTty: boolean
  readonly isStderrTty: boolean
  readonly columns: number | undefined
  /** The wall clock. */
  readonly now: () => Date
  /** A clock that never goes back, in milliseconds. */
  readonly monotonic: () => number
  /** Reads standard input to its end, or rejects with RangeError beyond the limit. */
  readonly readStdin: (limitBytes: number) => Promise<Uint8Array>
  /** Writes; gives a promise only where the reader is slower than the writer. */
  readonly write: (stream: OutputStream, text: string | Uint8Array) => void | Promise<void>
  /** Sends what others print to stdout to `onNoise`; gives a function that ends it. */
  readonly guardStdout: (onNoise: (text: string) => void) => () => void
  /** Calls back once for each interruption; gives a function that ends it. */
  readonly onInterruption: (callback: (interruption: Interruption) => void) => () => void
  /**
   * Calls `work` and throws `late` if it has not returned within the limit, not even a loop without
   * end; absent where nothing but the event loop guards the time.
   */
  readonly watch?: (work: () => unknown, limitMs: number, late: unknown) => unknown
  /** Calls back on a thread that is still busy at the limit; gives a function that ends the watch. */
  readonly watchBusyThread?: (limitMs: number, onLimit: () => void) => Promise<() => void>
  /** Ends the process at once, whatever is still to be written. */
  readonly abandon: (exitCode: number) => void
}
