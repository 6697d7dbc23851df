import type { JsonObject, JsonValue, OutcomeMeta } from '../../contract/index.ts'
import type { Context, StreamItem, ValidationContext } from '../handler/context.ts'
import type { ExitCodesDeclaration } from './exit-declarations.ts'
import type { ErrorDeclarations } from './error-declarations.ts'
import type { Screen } from '../human/terminal/screen.ts'
import type { NextStep } from '../handler/next-step.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import type { Result } from '../handler/handler-result.ts'
import type { InputOf, OutputOf, Shape, StandardSchema, ValuesOf } from './standard-schema.ts'

/** How much a command can break: nothing, something, or something for good. */
export type Danger = 'safe' | 'mutating' | 'destructive'

/** An invocation that shows how a command is used. */
export interface Example {
  readonly description: string
  /** The full command line, tool name included. */
  readonly command: string
}

/** How a command gets its credentials. */
export interface AuthDeclaration {
  /** Whether signing in works without a terminal and without a ready-made token. */
  readonly headless: boolean
  /** Environment variables that can carry a token; needed when `headless` is false. */
  readonly tokenEnv?: readonly string[]
}

/** How a list command pages. */
export interface ListDeclaration {
  /** Items when `--limit` is not given. Default 20. */
  readonly defaultLimit?: number
  readonly maxLimit?: number
}

/** The background work that an async command starts. */
export interface JobDeclaration {
  /** JSON Schema of the job descriptor that the command returns. */
  readonly descriptor: JsonObject
  /** Finds a job; null when there is none. */
  readonly status: (id: string) => JobState | null | Promise<JobState | null>
  /** Stops a job; null when there is none. */
  readonly cancel: (id: string) => JobState | null | Promise<JobState | null>
  readonly pollIntervalMs?: number
  readonly timeoutMs?: number
}

/** Where a background job stands. */
export interface JobState {
  readonly status: 'running' | 'complete' | 'failed' | 'cancelled'
  readonly result?: JsonObject
  readonly message?: string
}

/** A thing that a command may open on somebody's screen. */
export interface GuiOperation {
  readonly name: string
  /** What happens where there is no screen. */
  readonly headless: 'emit_in_output' | 'skip' | 'error'
}

/** A flag that makes an editor unnecessary. */
export interface EditorAlternative {
  readonly flag: string
  readonly description: string
}

/** Why a command should not be used any more, and what to use instead. */
export interface Deprecation {
  readonly message: string
  readonly use?: string
}

/** Everything that an author says about a command. */
export interface CommandDeclaration<
  Args extends Shape = Shape,
  Options extends Shape = Shape,
  Env extends Shape = Shape,
  Output extends StandardSchema | undefined = StandardSchema | undefined,
  Errors extends ErrorDeclarations = ErrorDeclarations,
  Globals extends Shape = Shape,
> {
  /** One sentence. */
  readonly description: string
  readonly danger: Danger
  readonly exitCodes: ExitCodesDeclaration
  /** Positional arguments, in order. An array schema on the last one takes all that is left. */
  readonly args?: Args
  /** Options by camelCase name; `dryRunFirst` is `--dry-run-first` on the command line. */
  readonly options?: Options
  /** Environment variables by their real name. */
  readonly env?: Env
  /** The cli's own global options, named here so that the handler sees their types. */
  readonly globals?: Globals
  readonly output?: Output
  /** The name of the result's shape, for dialects that print one. */
  readonly type?: string
  /** More names that `ctx.typed()` may use. */
  readonly types?: readonly string[]
  readonly errors?: Errors
  readonly aliases?: readonly string[]
  readonly hidden?: boolean
  readonly deprecated?: string | Deprecation
  readonly examples?: readonly Example[]
  readonly nextSteps?: readonly NextStep[]
  /** Further checks on the whole input; returns problems and changes nothing. */
  readonly validate?: (
    context: ValidationContext<ValuesOf<Args>, ValuesOf<Options>, ValuesOf<Env>>,
  ) => readonly InputProblem[] | void | Promise<readonly InputProblem[] | void>
  /** What people, `plain`, `tsv` and `md` are shown in place of the data: fewer or other columns. */
  readonly view?: (data: Shown<Output>) => unknown
  /** The whole text for people and `plain`, where a table says less. */
  readonly text?: (data: Shown<Output>, screen: Screen, meta: OutcomeMeta) => string
  /** Does the work. Returns data, throws or returns a failure. */
  readonly run: Handler<Args, Options, Env, Output, Errors, Globals>
  /** Shows what `run` would do and changes nothing; destructive commands must have it. */
  readonly dryRun?: Handler<Args, Options, Env, undefined, Errors, Globals>
  /** Previews unless `--live` is given. Destructive commands only. */
  readonly safeDefault?: boolean
  /** Whether it may ask questions; gives it `--yes` and `--non-interactive`. */
  readonly interactive?: boolean
  /** Whether it talks to other machines; gives it `--timeout` and `--connect-timeout`. */
  readonly network?: boolean
  readonly timeoutMs?: number
  readonly auth?: AuthDeclaration
  /** The permissions that it uses, most important first. */
  readonly scopes?: readonly string[]
  /** Whether it returns a list; gives it `--limit` and `--cursor`. */
  readonly list?: boolean | ListDeclaration
  /** Whether unchanged data can be answered with `not_modified`; gives it `--etag`. */
  readonly cacheable?: boolean
  /** Whether it reads standard input; gives it `--input-file`. */
  readonly stdin?: boolean | { readonly maxBytes?: number }
  readonly job?: JobDeclaration
  /**
   * Makes it a filter: where `run` returns a generator, what it yields is bytes, whole lines of JSON,
   * and under `--output jsonl` nothing else is written to standard output. `by-default` does so
   * wherever no other format is asked for. What the generator returns is a report, for stderr.
   */
  readonly filter?: 'on-request' | 'by-default'
  readonly configScope?: 'local' | 'global' | 'session'
  readonly gui?: readonly GuiOperation[]
  readonly editor?: { readonly alternatives: readonly EditorAlternative[] }
  /** The steps of a long command, in order. */
  readonly steps?: readonly string[]
  /** Undoes what an interrupted run left behind. */
  readonly cleanup?: () => void | Promise<void>
}

/** The part of a command that does the work. */
export type Handler<
  Args extends Shape,
  Options extends Shape,
  Env extends Shape,
  Output extends StandardSchema | undefined,
  Errors extends ErrorDeclarations,
  Globals extends Shape = Shape,
> = (
  context: Context<
    ValuesOf<Args>,
    ValuesOf<Options>,
    ValuesOf<Env>,
    Extract<keyof Errors, string>,
    ValuesOf<Globals>
  >,
) =>
  | Result<Returned<Output>>
  | Promise<Result<Returned<Output>>>
  | AsyncGenerator<StreamItem<Returned<Output>>, unknown, void>

/** The data of an answer as a view sees it: checked, and plain JSON. */
export type Shown<Output> = Output extends StandardSchema ? OutputOf<Output> : JsonValue

type Returned<Output> = Output extends StandardSchema ? InputOf<Output> : unknown
