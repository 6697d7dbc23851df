import type { ChildProcess } from 'node:child_process'

/** A process to run, without a shell. */
export interface ProcessRequest {
  readonly argv: readonly string[]
  /** Why it is not to be started. */
  readonly refusal?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  /** Its standard input; closed if absent, and open without a byte if null. */
  readonly input?: string | Uint8Array | null
  /** Milliseconds until SIGTERM; no limit if absent. */
  readonly timeoutMs?: number
  /** Milliseconds between SIGTERM and SIGKILL; 0 sends SIGKILL alone. */
  readonly graceMs: number
  /** Milliseconds to go on reading after the exit if a descendant keeps the streams open. */
  readonly drainMs: number
  /** Bytes kept of each stream, counted from its end. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
  /** Its descriptors from 3 on: pipes that `onStart` finds in `child.stdio`, open files, or nothing. */
  readonly descriptors?: readonly ('pipe' | 'ignore' | number)[]
  /** Gets the process when it has started, before anything is read. */
  readonly onStart?: (child: ChildProcess) => void
  readonly onStderr?: (chunk: Uint8Array) => unknown
  /** Gets standard output as it comes; the process waits while a promise is pending. */
  readonly onStdout?: (chunk: Uint8Array) => unknown
  /** Tells after the exit and each pause whether reading may go on, for callers that know better. */
  readonly mayDrain?: () => boolean
  /** Keeps it in the group of this process, so that it can prompt at the terminal. */
  readonly sharesTerminal?: boolean
  /** Leaves its descendants running after a regular exit. */
  readonly leavesRest?: boolean
  /** Signals descendants that left the group, if the caller can find any. */
  readonly alsoSignal?: (signal: NodeJS.Signals) => void
}

/** The captured end of a stream. */
export interface CapturedStream {
  readonly bytes: Uint8Array
  readonly total: number
  readonly isCut: boolean
}

/** How a process ended, or that it did not start. */
export interface ProcessEnd {
  readonly kind: 'exited' | 'signalled' | 'timed_out' | 'aborted' | 'not_started'
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** Why it did not start: a system error such as EACCES, or FOLDER or INTERPRETER if that is missing. */
  readonly startError: string | null
  readonly stdout: CapturedStream
  readonly stderr: CapturedStream
  /** True when a descendant kept a stream open after the exit. */
  readonly leftBehind: boolean
  /** The descendants that kept it open and still run, if the caller looked for them. */
  readonly outlivedBy?: readonly number[]
  readonly pid: number | null
  readonly durationMs: number
}
