import type { writeSync } from 'node:fs'

import type { Outcome } from '../../contract/index.ts'
import type { EncodedDocument } from '../../dialects/wires.ts'
import type { Redactor } from '@surety/internal/redact/redactor.ts'

export type OutputStream = 'stdout' | 'stderr'

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGQUIT'

export type Interruption =
  | { readonly kind: 'signal'; readonly signal: Signal }
  | { readonly kind: 'uncaught'; readonly error: unknown }
  | { readonly kind: 'stuck' }

/** What a call does with the standard input of a process that goes on. */
export interface StdinUse {
  readonly hasDrained: () => boolean
  /** Whether nothing is left after that which could wake it up: it waits for an answer to a question. */
  readonly isStuck: () => boolean
}

/** Direct output, for the watchdog in a process whose thread is blocked. */
export interface DirectWriting {
  /** The original function of Node, not the patched one. */
  readonly writeSync: typeof writeSync
  /** Chunks that the streams have not written yet. */
  readonly pending: Readonly<Record<OutputStream, readonly Uint8Array[]>>
}

/** The environment of a run, as a parameter, so that a run works in a real process and in memory. */
export interface World {
  /** The arguments after the program's name. */
  readonly argv: readonly string[]
  readonly env: Record<string, string | undefined>
  readonly cwd: string
  readonly platform: string
  readonly isStdinTty: boolean
  readonly isStdoutTty: boolean
  readonly isStderrTty: boolean
  readonly columns: number | undefined
  readonly now: () => Date
  /** A monotonic clock in milliseconds. */
  readonly monotonic: () => number
  /** Milliseconds that the process took until the run began; its caller waits for them too. */
  readonly startupMs?: number
  /** Reads standard input to its end, or stops once more than the limit has arrived. */
  readonly readStdin: (limitBytes: number) => Promise<Uint8Array>
  /** Spells a flag as the caller gives it, where that is no word of a command line. */
  readonly spellFlag?: (name: string) => string
  /** Of a call in a process that goes on, whose standard input is empty. */
  readonly stdinUse?: StdinUse
  /** Writes to a stream; returns a promise only if it has to wait for the reader. */
  readonly write: (stream: OutputStream, text: string | Uint8Array) => void | Promise<void>
  /** Redirects other writes to stdout; the text is empty if they go to stderr anyway. Returns what stops this. */
  readonly guardStdout: (onNoise: (text: string, bytes?: string | Uint8Array) => void) => () => void
  /** Does the same for children that inherit stdout; called once the modules of the command are loaded. */
  readonly guardChildren?: () => void | Promise<void>
  /** Calls back for each interruption; returns a function that stops this. */
  readonly onInterruption: (callback: (interruption: Interruption) => void) => () => void
  /** Output without waiting; absent if there is no real process. */
  readonly direct?: DirectWriting
  /** Takes the answer as data instead of text on a stream; its format is JSON, whatever is asked for. */
  readonly takeAnswer?: (answer: {
    readonly outcome: Outcome
    readonly encoded: EncodedDocument
  }) => void
  readonly heard?: (message: string, done?: number, total?: number) => void
  /** Is given what removes the secrets of the run, for texts that come after its end. */
  readonly knowsSecrets?: (redactor: Redactor) => void
  /** Whether errors of the tool have no context in the dialects of incur. */
  readonly hasBareErrors?: boolean
  /** Ends the process at once, even if output is pending. */
  readonly abandon: (exitCode: number) => void
}
