import type { writeSync } from 'node:fs'

/** One of the two streams that a process writes to. */
export type OutputStream = 'stdout' | 'stderr'

/** The signals that a run is told of. */
export type Signal = 'SIGINT' | 'SIGTERM'

/** Why a run is broken off from outside the handler. */
export type Interruption =
  | { readonly kind: 'signal'; readonly signal: Signal }
  | { readonly kind: 'uncaught'; readonly error: unknown }
  | { readonly kind: 'stuck' }

/** What it takes to write from the middle of a loop that never yields. */
export interface DirectWriting {
  /** The real function, not the one that catches noise. */
  readonly writeSync: typeof writeSync
  /** What is still on its way through the streams. */
  readonly pending: Readonly<Record<OutputStream, readonly Uint8Array[]>>
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
  /** How to write without waiting; absent where there is no real process. */
  readonly direct?: DirectWriting
  /** Ends the process at once, whatever else is still to be written. */
  readonly abandon: (exitCode: number) => void
}
