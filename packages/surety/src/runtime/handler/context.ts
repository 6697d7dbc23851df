import type { JsonObject, JsonValue, SuretyErrorFacts } from '../../contract/index.ts'
import type { NotModifiedResult, PageResult, TypedResult } from './handler-result.ts'

/** One row that a streaming handler yields: `output` describes a row, or the list of all rows. */
export type StreamItem<Output> = Output extends readonly (infer Item)[] ? Item : Output

/** The input of a command, after validation. */
export interface ValidatedInput<Args, Options, Env> {
  readonly args: Args
  readonly options: Options
  /** The declared environment variables. */
  readonly env: Env
}

/** The context of a `validate` hook: the input, and nothing with side effects. */
export interface ValidationContext<Args, Options, Env> extends ValidatedInput<Args, Options, Env> {
  readonly command: string
  readonly now: () => Date
}

/** The page that the caller requests from a list command. */
export interface PageRequest {
  /** Maximum items to return; 0 means all. */
  readonly limit: number
  /** The start of the page: `next` of the previous page, or null for the first. */
  readonly position: string | number | null
}

/** Reports the progress of a long command on stderr. */
export interface Progress {
  /** Reports the current activity. */
  (
    message: string,
    at?: { readonly done: number; readonly total?: number; readonly unit?: string },
  ): void
  /** Marks a declared step as completed. */
  step(name: string): void
}

/** Options of a prompt. */
export interface PromptOptions {
  /** The answer under `--yes`, and the default answer at a terminal. */
  readonly initial?: string
  /** Hides the typed characters. */
  readonly secret?: boolean
  /** The flag that replaces the prompt; the error without a terminal names it. */
  readonly flag?: string
}

/** Prompts the user; without a terminal it fails at once with INPUT_REQUIRED, unless `--yes` answers. */
export interface Prompt {
  text(message: string, options?: PromptOptions): Promise<string>
  /** Gives true for yes, which `--yes` answers too, and false for no. */
  confirm(message: string, options?: PromptOptions): Promise<boolean>
  select<Value extends string>(
    message: string,
    choices: readonly Value[],
    options?: PromptOptions,
  ): Promise<Value>
}

/** The kind of change that a command made. */
export type Effect = 'created' | 'updated' | 'deleted' | 'noop'

/** The input and services of a handler; none of them can write to standard output. */
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
  /** The version of the tool's contract that the caller uses; null if the tool declares none. */
  readonly contractVersion: string | null
  /** Aborted on timeout and on signals; pass it to every call that accepts one. */
  readonly signal: AbortSignal
  /** The end of the time limit, in milliseconds since the epoch; null without a limit. */
  readonly deadline: number | null
  /** The time limit of the run; 0 for none. */
  readonly timeoutMs: number
  /** True under `--dry-run`. */
  readonly isDryRun: boolean
  readonly isInteractive: boolean
  readonly page: PageRequest & {
    /** Creates the result of a handler whose backend does the paging. */
    <Item>(page: {
      readonly items: readonly Item[]
      readonly total?: number | null
      readonly next?: string | number | null
    }): PageResult<Item>
  }
  /** The most tokens that the caller wants of the data, or null. */
  readonly tokenLimit: number | null
  /** The etag from the caller, or null. */
  readonly etag: string | null
  /** The token of a command with `auth`, or null. */
  readonly token: string | null
  /** The key from `--idempotency-key`, to pass on to a service that knows such keys; or null. */
  readonly idempotencyKey: string | null
  readonly fail: Fail<Code>
  /** Fails with a standard exit, for errors without a declared code. */
  readonly failWith: (
    exit: 'NOT_FOUND' | 'CONFLICT' | 'PRECONDITION' | 'GENERAL_ERROR',
    message: string,
    facts?: FailureFacts,
  ) => never
  /**
   * Adds a warning. A text that begins with a code (`CLOCK_SKEWED: ...`) lets callers branch on it; the
   * context is for dialects whose warnings have one.
   */
  readonly warn: (message: string, context?: JsonObject) => void
  readonly log: Logger
  readonly progress: Progress
  /** Names the result type, for commands with several. */
  readonly withType: <Data>(type: string, data: Data) => TypedResult<Data>
  readonly notModified: (etag: string) => NotModifiedResult
  /** Suggests a command to call next. */
  readonly suggestNext: (step: NextStep) => void
  /**
   * Reports the change in `meta.effect`, for commands whose data has a fixed shape without an
   * `effect` member.
   */
  readonly effect: (effect: Effect) => void
  /** Adds a member to `meta`. */
  readonly addMeta: (name: string, value: JsonValue) => void
  /** The folder that relative paths belong to. */
  readonly cwd: string
  readonly prompt: Prompt
  /** Returns standard input as text, for commands that declare `stdin`. */
  readonly stdin: () => string
  /** Returns standard input line by line, for commands that declare `stdin: 'lines'`. */
  readonly lines: () => AsyncGenerator<string, void, void>
  /**
   * Returns the rows of the stream of another tool, for commands that declare `stdin: 'records'`. A stream that
   * failed or was cut off fails the command.
   */
  readonly records: () => AsyncGenerator<JsonObject, void, void>
  /** Registers a function to call before the process ends, also after a failure. */
  readonly onCleanup: (hook: () => void | Promise<void>) => void
  /**
   * Registers a function that answers a signal: it calls `fail` with what is known so far. Without one
   * the answer is CANCELLED and the process exits with the number of the signal.
   */
  readonly onInterrupt: (answer: () => void) => void
  readonly now: () => Date
  /** All environment variables, declared or not. */
  readonly processEnv: Readonly<Record<string, string | undefined>>
}

/** A context without the types of a particular command. */
export type AnyContext = Context<
  Readonly<Record<string, unknown>>,
  Readonly<Record<string, unknown>>,
  Readonly<Record<string, unknown>>,
  string
>

/** A follow-up command that a successful answer suggests. */
export interface NextStep {
  readonly command: string
  readonly description?: string
}

/** Facts of a failure besides code and message; `extra` is another name for `details`. */
export interface FailureFacts extends Omit<SuretyErrorFacts, 'details' | 'data'> {
  /** The result of the work done before the failure; any JSON-serialisable object. */
  readonly data?: object
  /** Structured context; any JSON-serialisable object. */
  readonly details?: object
  readonly extra?: object
}

/** Throws a failure with one of the declared codes. */
type Fail<Code extends string> = (code: Code, message: string, facts?: FailureFacts) => never

/**
 * Writes diagnostics to stderr, with secrets redacted; compatible with pino-like loggers. Facts may hold
 * anything: an error is written with its stack, and what cannot be read is marked.
 */
export interface Logger {
  debug(message: string | Error, facts?: LogFacts): void
  info(message: string | Error, facts?: LogFacts): void
  warn(message: string | Error, facts?: LogFacts): void
  error(message: string | Error, facts?: LogFacts): void
}

/** Facts about a log line, or the error that it reports. */
type LogFacts = Readonly<Record<string, unknown>> | Error
