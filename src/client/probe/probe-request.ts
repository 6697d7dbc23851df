import type { CapturedStream } from '../../internal/process/process-request.ts'

/** What a probed process finds on its standard input. */
export type ProbeStdin =
  /** The null device: the end of input at once. */
  | { readonly kind: 'closed' }
  /** A pipe that stays open and never gets a byte. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'text'; readonly text: string }

/** How its standard output is read: at once, after a pause, or not to the end. */
export type ProbeReader = 'whole' | 'slow' | 'leaves'

/** A signal to send to the process, and when. */
export interface ProbeSignal {
  readonly name: 'SIGINT' | 'SIGTERM'
  /** After so many lines on stdout, or so many milliseconds. */
  readonly after: { readonly lines: number } | { readonly ms: number }
}

/** One process to look at, without a shell, without retries, without interpretation. */
export interface ProbeRequest {
  readonly argv: readonly string[]
  /** The complete environment. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  readonly stdin: ProbeStdin
  readonly reader?: ProbeReader
  readonly send?: ProbeSignal
  readonly timeoutMs: number
  /** Bytes kept of each stream, counted from its end. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
}

/** What a probed process left behind. */
export interface ProbeEnd {
  readonly exitCode: number | null
  /** The signal that ended it. */
  readonly endedBy: NodeJS.Signals | null
  /** Why it was stopped by us; null if it ended alone. */
  readonly stopped: 'timeout' | 'flood' | 'aborted' | null
  /** A system error such as EACCES; null if it started. */
  readonly startError: string | null
  readonly stdout: CapturedStream
  readonly stderr: CapturedStream
  readonly durationMs: number
  /** Milliseconds from the signal to the end; null if none was sent. */
  readonly afterSignalMs: number | null
  /** True when a descendant kept a stream open after the exit, or outlived it. */
  readonly leftBehind: boolean
}
