import type { JsonValue } from '../../contract/index.ts'
import type { ChildResult, ExecOptions } from './child-result.ts'
import type { Fail, FailureFacts } from '../declare/error-declarations.ts'
import type { Logger } from './logger.ts'
import type { ConfigStore } from './config-api.ts'
import type { NextStep } from './next-step.ts'
import type { NotModifiedResult, PageResult, TypedResult } from './handler-result.ts'

/** What a streaming handler yields: one row at a time. */
export type StreamItem<Output> = Output extends readonly (infer Item)[] ? Item : unknown

/** The input of a command, after validation. */
export interface ValidatedInput<Args, Options, Env> {
  readonly args: Args
  readonly options: Options
  /** The declared environment variables. */
  readonly env: Env
}

/** What a `validate` hook sees: the input, and nothing that could change the world. */
export interface ValidationContext<Args, Options, Env> extends ValidatedInput<Args, Options, Env> {
  readonly command: string
  readonly now: () => Date
}

/** The page that a list command is asked for. */
export interface PageRequest {
  /** Most items to return; 0 means all. */
  readonly limit: number
  /** Where the page starts: what the page before gave as `next`, or null on the first. */
  readonly position: string | number | null
}

/** Progress of a long command, shown on stderr. */
export interface Progress {
  /** Says what is going on now. */
  (message: string, at?: { readonly done: number; readonly total: number }): void
  /** Marks a declared step as completed. */
  step(name: string): void
}

/** How a prompt behaves. */
export interface PromptOptions {
  /** Used with `--yes`, and offered as the answer at a terminal. */
  readonly initial?: string
  /** Hides what is typed. */
  readonly secret?: boolean
  /** The flag that answers it without asking, for the error off a terminal. */
  readonly flag?: string
}

/** Asks the person at the terminal; off a terminal it fails with INPUT_REQUIRED, without waiting. */
export interface Prompt {
  text(message: string, options?: PromptOptions): Promise<string>
  confirm(message: string, options?: PromptOptions): Promise<boolean>
  select<Value extends string>(
    message: string,
    choices: readonly Value[],
    options?: PromptOptions,
  ): Promise<Value>
}

/** What a command did to the world. */
export type Effect = 'created' | 'updated' | 'deleted' | 'noop'

/** Everything that a handler is given; nothing in it can write to standard output. */
export interface Context<
  Args,
  Options,
  Env,
  Code extends string,
  Globals = {},
> extends ValidatedInput<Args, Options, Env> {
  readonly globals: Globals
  /** The command's path: `user add`. */
  readonly command: string
  readonly tool: { readonly name: string; readonly version: string }
  /** The version of the tool's own contract that the caller speaks; null where none is declared. */
  readonly contractVersion: string | null
  /** Aborted on timeout and on signals; pass it on to whatever can be stopped. */
  readonly signal: AbortSignal
  /** When the time limit passes, in milliseconds since the epoch; null without a limit. */
  readonly deadline: number | null
  /** The time limit and the limit for connecting, for network calls. */
  readonly timeoutMs: number
  readonly connectTimeoutMs: number
  /** True under `--dry-run` and in a safe default without `--live`. */
  readonly isDryRun: boolean
  readonly isInteractive: boolean
  /** Whether there is no screen to open anything on. */
  readonly isHeadless: boolean
  readonly page: PageRequest & {
    /** Returns a page that the author's backend cut. */
    <Item>(page: {
      readonly items: readonly Item[]
      readonly total?: number | null
      readonly next?: string | number | null
    }): PageResult<Item>
  }
  /** The etag that the caller knows, or null. */
  readonly etag: string | null
  /** The token that was found for an authenticating command, or null. */
  readonly token: string | null
  readonly fail: Fail<Code>
  /** Fails with one of the standard exits, where no declared code fits. */
  readonly failWith: (
    exit: 'NOT_FOUND' | 'CONFLICT' | 'PRECONDITION' | 'GENERAL_ERROR',
    message: string,
    facts?: FailureFacts,
  ) => never
  readonly warn: (message: string) => void
  readonly log: Logger
  readonly progress: Progress
  /** Names the shape of the result, where a command has several. */
  readonly typed: <Data>(type: string, data: Data) => TypedResult<Data>
  readonly notModified: (etag: string) => NotModifiedResult
  /** Points at a follow-up command. */
  readonly next: (step: NextStep) => void
  /**
   * Says what was done, for commands whose data has a fixed shape without an `effect` member; it
   * goes to `meta.effect`.
   */
  readonly effect: (effect: Effect) => void
  /** Adds a member to `meta`. */
  readonly note: (name: string, value: JsonValue) => void
  /** Runs a program from an argument array, never through a shell. */
  readonly exec: (argv: readonly string[], options?: ExecOptions) => Promise<ChildResult>
  /** Runs a pipeline; a failure of any stage fails it. */
  readonly pipe: (...stages: readonly (readonly string[])[]) => Promise<ChildResult>
  /** Opens a URL or path on the screen; without one it comes back in the data. */
  readonly open: (target: string) => Promise<{
    readonly opened: boolean
    readonly open_url?: string
    readonly open_path?: string
  }>
  readonly prompt: Prompt
  /** Standard input or `--input-file`, decoded, for commands that declare `stdin`. */
  readonly stdin: () => string
  /** The tool's configuration: the nearest local file, or the global one under `--global`. */
  readonly config: () => Promise<ConfigStore>
  /** Makes a directory that is removed when the run ends. */
  readonly tempDir: () => Promise<string>
  /** Registers what must happen before the process ends, however it ends. */
  readonly onCleanup: (hook: () => void | Promise<void>) => void
  readonly now: () => Date
  /** The world's environment, undeclared variables included. */
  readonly variables: Readonly<Record<string, string | undefined>>
}
