/** A process to run: words, never a shell. */
export interface ProcessRequest {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  /** What it reads; its standard input is closed without. */
  readonly input?: string | Uint8Array
  /** Milliseconds until it is asked to end; without, it may run for ever. */
  readonly timeoutMs?: number
  /** Milliseconds between asking and killing. */
  readonly graceMs: number
  /** Milliseconds for which streams that a descendant holds open are read after the exit. */
  readonly drainMs: number
  /** Bytes kept of each stream, counted from its end. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
  readonly onStderr?: (chunk: Uint8Array) => void
  /** Keeps it in the group of this process, so that it can ask a person at the terminal. */
  readonly sharesTerminal?: boolean
  /** Leaves the rest of its group alive after an exit that nobody forced. */
  readonly leavesRest?: boolean
  /** Sends a signal to descendants that left the group, where the caller knows any. */
  readonly alsoSignal?: (signal: NodeJS.Signals) => void
}

/** What is left of a stream. */
export interface CapturedStream {
  readonly bytes: Uint8Array
  readonly total: number
  readonly isCut: boolean
}

/** How a process ended; a failure to start is one of the ways. */
export interface ProcessEnd {
  readonly kind: 'exited' | 'signalled' | 'timed_out' | 'aborted' | 'not_started'
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** Why it did not start: the system's name, such as EACCES, or FOLDER or INTERPRETER for what is missing. */
  readonly startError: string | null
  readonly stdout: CapturedStream
  readonly stderr: CapturedStream
  /** True when a descendant kept a stream open after the exit. */
  readonly leftBehind: boolean
  readonly pid: number | null
  readonly durationMs: number
}
