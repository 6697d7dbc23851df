/** One of the two streams that a process writes to. */
export type OutputStream = 'stdout' | 'stderr'

/** The signals that a run is told of. */
export type Signal = 'SIGINT' | 'SIGTERM'

/** Why a run is broken off from outside the handler. */
export type Interruption =
  | { readonly kind: 'signal'; readonly signal: Signal }
  | { readonly kind: 'uncaught'; readonly error: unknown }
  | { readonly kind: 'stuck' }

/** What is written right before a process ends. */
export interface LastWords {
  readonly stream: OutputStream
  readonly text: string
}

/** How a call is watched from its first moment on. */
export interface WatchedCall {
  /** 0 means no limit. */
  readonly limitMs: number
  /** Whether the call is known to give a promise that other work may be left to settle. */
  readonly goesOn: boolean
  /** Called when the limit has passed; gives what is thrown then. */
  readonly onLate: () => unknown
  /** Gets a promise that may be pending when the watch ends; gives what stands in for it. */
  readonly onPending: (pending: PromiseLike<unknown>) => unknown
}

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
   * Calls `work` within a limit that not even a loop without end exceeds, and with it what follows
   * at once; absent where only the event loop guards the time.
   */
  readonly watch?: (work: () => unknown, watched: WatchedCall) => unknown
  /** Calls a function within a limit that not even a loop without end exceeds. */
  readonly callWithin?: (limitMs: number, work: () => void) => void
  /**
   * Loads a part of the framework without waiting, even in the middle of a loop; null where it is not
   * at hand. Absent where only the event loop guards the time.
   */
  readonly loadNow?: (part: 'watchdog' | 'answer-sync') => unknown
  /** Ends the process at once, whatever else is still to be written. */
  readonly abandon: (exitCode: number, last?: readonly LastWords[]) => void
}
