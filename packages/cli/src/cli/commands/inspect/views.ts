import type { JsonObject, JsonValue } from 'surety/unstable/contract'

// What the page, the saved file and the text of `surety inspect` show: plain, bounded JSON.

/** A parameter of a command, as a form asks for it. */
export interface Field {
  readonly name: string
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'choice' | 'list'
  readonly required: boolean
  readonly values: readonly string[]
  readonly default?: JsonValue
  readonly description: string
  readonly secret: boolean
}

/** A command of the tree. */
export interface ShownCommand {
  readonly name: string
  readonly words: readonly string[]
  readonly description: string
  readonly danger: 'safe' | 'mutating' | 'destructive'
  /** The flag that previews; null if there is none. */
  readonly preview: string | null
  readonly fields: readonly Field[]
}

/** The tool, and all that is no call. */
export interface ToolView {
  readonly name: string
  /** The words that start it. */
  readonly program: readonly string[]
  /** The tool as rows of the journal name it. */
  readonly key: string
  readonly source: 'manifest' | 'description' | 'none'
  readonly commands: readonly ShownCommand[]
  readonly notes: readonly string[]
  readonly folder: string
  /** How tokens are counted. */
  readonly estimate: string
}

/** A call in the timeline. */
export interface Row {
  readonly call: string
  readonly time: string
  readonly tool: string
  readonly line: string
  readonly state: 'running' | 'ended'
  readonly ok: boolean | null
  readonly exit_code: number | null
  readonly code: string | null
  readonly verdict: string | null
  readonly reason: string | null
  readonly attempts: number
  readonly duration_ms: number | null
}

/** A text of which only the first part may be here. */
export interface ShownText {
  readonly text: string
  readonly length: number
}

/** A part of a stream: exact as text unless `base64` has it; `bytes` counts all that is kept, `shown` the part. */
export interface ShownStream {
  /** How much the process wrote before the first byte that is kept. */
  readonly before?: number
  readonly text: string
  readonly base64: string | null
  readonly bytes: number
  readonly shown: number
}

/** One attempt of a call; its words are redacted. */
export interface ShownAttempt {
  readonly argv: readonly string[]
  readonly role?: string
  readonly exit: string
  readonly exit_code: number | null
  readonly code?: string | null
  readonly verdict: string
  readonly reason: string
  readonly waited_ms: number
  readonly duration_ms: number
}

/** An answer as a tool of a dialect would print it; tokens are estimated. */
export interface ShownDialect {
  readonly dialect: string
  readonly stdout: ShownText
  readonly stderr: ShownText
  readonly exit_code: number
  readonly tokens: number
  readonly losses: readonly string[]
}

/** What a verdict asks for: a wait, a command to run, the read that settles a doubt. */
export interface Next {
  readonly wait_ms: number | null
  readonly command: string | null
  readonly settles: string | null
}

/** What a call that still runs has written, the end of each stream. */
export interface LiveOutput {
  readonly stdout: ShownStream
  readonly stderr: ShownStream
}

/** A call in full. Secrets among its words are redacted; its output is as it was printed until it is saved. */
export interface CallRecord {
  readonly call: string
  readonly time: string
  readonly tool: string
  readonly argv: readonly string[]
  readonly command: string | null
  /** The arguments of the command; null for words of the caller's own. */
  readonly args: JsonObject | null
  readonly ok: boolean
  readonly exit: string
  readonly exit_code: number | null
  readonly code: string | null
  readonly message: string | null
  readonly verdict: Readonly<Record<'kind' | 'reason' | 'message' | 'means', string>>
  readonly next: Next
  readonly attempts: readonly ShownAttempt[]
  readonly duration_ms: number
  readonly dialect: string | null
  /** Null for calls of others: the journal keeps no output. */
  readonly stdout: ShownStream | null
  readonly stderr: ShownStream | null
  readonly outcome: ShownText | null
  /** Of what was printed. */
  readonly tokens: number | null
  readonly dialects: readonly ShownDialect[]
  readonly notes: readonly string[]
  /** What the answer suggests; a command line if it is one. */
  readonly hints: readonly { readonly text: string; readonly argv: readonly string[] | null }[]
  readonly safety: 'safe' | 'unknown'
  readonly repeat: { readonly safe: boolean; readonly why: string }
}

/** Everything that a saved page holds. */
export interface SavedCalls {
  readonly saved_at: string
  readonly tool: ToolView
  readonly rows: readonly Row[]
  readonly records: readonly CallRecord[]
}
