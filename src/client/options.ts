import type { JsonValue, Outcome } from '../contract/index.ts'
import type { Dialect } from '../dialects/index.ts'
import type { AnswerCache } from './call/cache.ts'
import type { ToolName } from './call/command-line.ts'
import type { Expectation } from './call/expect.ts'
import type { Journal } from './journal/journal.ts'
import type { Memory } from './memory/facts.ts'
import type { PolicyInput, Safety } from './decide/policy.ts'
import type { Anomaly, Attempt } from './result.ts'
import type { Verdict } from './decide/verdict.ts'

/** How a tool's answers are read: a dialect, its id, found out and learnt (`auto`), or none (`plain`). */
export type DialectChoice = 'auto' | 'plain' | (string & {}) | Dialect

/** What a caller is told when it has to approve or mend something. */
export interface Question {
  readonly argv: readonly string[]
  readonly outcome: Outcome
  readonly verdict: Verdict
}

/** A question about running another command line. */
export interface CommandQuestion extends Question {
  /** The words that would run, without a shell. */
  readonly command: readonly string[]
}

/** New credentials: true when they are in place already, or the variables that carry them. */
export type Refreshed = boolean | { readonly env: Readonly<Record<string, string>> }

/** What happens while a call runs, for progress displays. */
export type ClientEvent =
  | { readonly kind: 'attempt_started'; readonly attempt: number; readonly argv: readonly string[] }
  | { readonly kind: 'attempt_ended'; readonly attempt: Attempt }
  | { readonly kind: 'waiting'; readonly wait_ms: number; readonly verdict: Verdict }
  | { readonly kind: 'page'; readonly index: number; readonly data: JsonValue }
  | { readonly kind: 'anomaly'; readonly anomaly: Anomaly }

/** What one call may be told. */
export interface RunOptions {
  /** Default `auto`. */
  readonly dialect?: DialectChoice
  readonly policy?: Omit<PolicyInput, 'can' | 'maxPages' | 'safety'>
  /** What is declared about repeating the command; default `unknown`, the careful answer. */
  readonly safety?: Safety
  /** Milliseconds for one attempt; default 120 000. */
  readonly timeoutMs?: number
  /** Milliseconds between asking a process to end and killing it; default 2000. */
  readonly graceMs?: number
  /** Milliseconds to go on reading streams that a descendant holds open; default 250. */
  readonly drainMs?: number
  /** Bytes kept of each stream, counted from its end; default 16 MiB. */
  readonly maxBytes?: number
  readonly cwd?: string
  /** Variables on top of the inherited ones; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
  /** The id that the journal and the children know the call by, a UUID; made up by default. */
  readonly call?: string
  readonly expect?: Expectation
  /** Pages to collect: a number, or `all` (stopped at 1000). Default: paging is off. */
  readonly pages?: number | 'all'
  /** Default `--cursor`. */
  readonly cursorFlag?: string
  /** Where to go on: the cursor of an earlier answer, handed to the tool with `cursorFlag`. */
  readonly cursor?: string
  /** A key that makes repeating harmless; `true` makes one. It declares the call idempotent. */
  readonly idempotencyKey?: true | string
  /** Default `--idempotency-key`. */
  readonly idempotencyFlag?: string
  /** Answers to use again; their tag is sent with `etagFlag`. */
  readonly cache?: AnswerCache
  /** Default `--etag`. */
  readonly etagFlag?: string
  /** Which words start the tool and what it calls itself; told from the command line by default. */
  readonly tool?: ToolName
  readonly refreshCredentials?: (question: Question) => Refreshed | Promise<Refreshed>
  readonly approveFix?: (question: CommandQuestion) => boolean | Promise<boolean>
  readonly changeArguments?: (
    question: Question,
  ) => readonly string[] | undefined | Promise<readonly string[] | undefined>
  readonly approveRedirect?: (question: CommandQuestion) => boolean | Promise<boolean>
  readonly onEvent?: (event: ClientEvent) => void
  readonly onStderr?: (chunk: Uint8Array) => void
}

/** What a client is made with; every call may overrule what concerns it. */
export interface ClientOptions extends RunOptions {
  /** A memory, its folder, or false for none; default: the state folder. */
  readonly memory?: Memory | string | false
  /** A journal, its folder, true for the state folder; default: none. */
  readonly journal?: Journal | string | boolean
  /** Processes at once; default: no limit. */
  readonly concurrency?: number
  /** The variables that children inherit and the state folder is found by; default: those of this process when the client is made. */
  readonly inheritedEnv?: NodeJS.ProcessEnv
  /** Waits; a test hands in one that does not. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly now?: () => Date
}
