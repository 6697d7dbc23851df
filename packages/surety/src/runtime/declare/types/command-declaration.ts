import type { JsonValue, OutcomeMeta } from '../../../contract/index.ts'
import type { Context, StreamItem, ValidationContext, NextStep } from '../../handler/context.ts'
import type { ErrorDeclarations, ExitCodesDeclaration } from './exits.ts'
import type { Screen } from '../../human/terminal/screen.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import type { Result } from '../../handler/handler-result.ts'
import type { InputOf, OutputOf, Shape, StandardSchema, ValuesOf } from '../standard-schema.ts'
import type {
  AuthDeclaration,
  Danger,
  Deprecation,
  Example,
  ListDeclaration,
  ProtocolDeclaration,
  SettlesDeclaration,
  StdinDeclaration,
} from './command-parts.ts'

/** The declaration of a command. */
export interface CommandDeclaration<
  Args extends Shape = Shape,
  Options extends Shape = Shape,
  Env extends Shape = Shape,
  Output extends StandardSchema | undefined = StandardSchema | undefined,
  Errors extends ErrorDeclarations = ErrorDeclarations,
  Globals extends Shape = Shape,
  Return = Returned<Output>,
> {
  /** One sentence that tells readers of help what the command does; tests advise to have one. */
  readonly description?: string
  /** Without it, callers must assume that the command changes things: it counts as `mutating`. */
  readonly danger?: Danger
  /**
   * Words for exits, by name. The exits themselves follow from `errors`, so a command needs this only for
   * better descriptions and for `retryable` and `sideEffects` that differ from the standard.
   */
  readonly exitCodes?: ExitCodesDeclaration
  /** Positional arguments, in order. An array schema on the last one takes all remaining. */
  readonly args?: Args
  /** Options by camelCase name; `dryRunFirst` is `--dry-run-first` on the command line. */
  readonly options?: Options
  /** Environment variables by their real name. */
  readonly env?: Env
  /** The tool's global options, repeated so that a handler in a file of its own gets their types. */
  readonly globals?: Globals
  /** The schema of the data, or of one row of a stream. */
  readonly output?: Output
  /** The result type, for dialects that print one. */
  readonly type?: string
  /** More result types that `ctx.withType()` may use. */
  readonly types?: readonly string[]
  /** The codes that it fails with, and the exit of each: `{ GONE: 'NOT_FOUND' }`. */
  readonly errors?: Errors
  /** Other names of the command. */
  readonly aliases?: readonly string[]
  /** Leaves it out of help, manifest, completions and suggestions; it still runs. */
  readonly hidden?: boolean
  /** The heading that help lists it under; default "Commands". */
  readonly section?: string
  /** The reason for its deprecation; every call then warns. */
  readonly deprecated?: string | Deprecation
  /** Calls that help and manifest show. */
  readonly examples?: readonly Example[]
  /** Calls that every success suggests. */
  readonly nextSteps?: readonly NextStep[]
  /** Checks the whole input after its schemas; returns problems and changes nothing. */
  readonly validate?: (
    context: ValidationContext<ValuesOf<Args>, ValuesOf<Options>, ValuesOf<Env>>,
  ) => readonly InputProblem[] | void | Promise<readonly InputProblem[] | void>
  /** Replaces the data in human, `plain` and `md` output, for instance with fewer columns. */
  readonly view?: (data: Shown<Output>) => unknown
  /** Renders the whole human and `plain` output, instead of a table. */
  readonly text?: (
    data: Shown<Output>,
    screen: Screen,
    meta: OutcomeMeta,
  ) => string | Promise<string>
  /** Renders the data of a failure in human and `plain` output; the error follows it. */
  readonly failureText?: (
    data: JsonValue,
    screen: Screen,
    meta: OutcomeMeta,
  ) => string | Promise<string>
  /**
   * Does the work. Returns data, throws or returns a failure.
   *
   * @wanted a function, as in ({ args }) => ({ ... })
   */
  readonly run: Handler<Args, Options, Env, Return, Errors, Globals>
  /** Previews the effect of `run` and changes nothing; required for destructive commands. */
  readonly dryRun?: Handler<Args, Options, Env, Returned<undefined>, Errors, Globals>
  /**
   * Whether repeating it with the same arguments reaches the same state, whatever an earlier try left behind. Callers
   * may then repeat it once after a failure that may have changed something.
   */
  readonly idempotent?: boolean
  /** The safe command that shows whether it did its work, for callers who did not see how it ended. */
  readonly settles?: SettlesDeclaration
  /** Whether it may prompt the user. */
  readonly interactive?: boolean
  /** Whether it uses the network; adds `--timeout`. */
  readonly network?: boolean
  /**
   * The time limit of a run; 0 for none. Default that of the tool.
   *
   * @wanted a number of milliseconds, or 0 for no limit
   */
  readonly timeoutMs?: number
  /** The variables that hold its token. */
  readonly auth?: AuthDeclaration
  /** Whether it returns a list; adds `--limit`. */
  readonly list?: boolean | ListDeclaration
  /** Whether it can answer `not_modified` for unchanged data; adds `--etag`. */
  readonly cacheable?: boolean
  /**
   * Whether it reads standard input. The handler gets the whole text from `ctx.stdin()`. With
   * `lines` it gets one line after the other from `ctx.lines()`, without a limit on all of them, and with `records`
   * the rows of another tool's stream from `ctx.records()`.
   */
  readonly stdin?: boolean | 'lines' | 'records' | StdinDeclaration
  /**
   * Makes it a filter: `run` returns a generator that yields bytes, whole lines of JSON each time.
   * Under `--format jsonl`, standard output holds these lines and nothing else; `by-default` does the
   * same when no format is requested. The return value of the generator is a report for stderr.
   * `{ protocol: 'mcp-stdio' }` gives standard output to a protocol: whatever is requested, it holds nothing
   * else, failures are answered on stderr, and the time limit ends when `run` is called.
   */
  readonly filter?: 'on-request' | 'by-default' | ProtocolDeclaration
  /** False to keep it away from MCP clients: it is neither listed there nor can it be called. */
  readonly mcp?: false
}

/** Demands a preview of a command that is known to be destructive, unless it is a server; compilers name what is last. */
export type Previewed<Level> = { readonly danger?: Level } & ([Level] extends ['destructive']
  ? { readonly filter: ProtocolDeclaration } | { readonly dryRun: unknown }
  : unknown)

/** Refuses names that no caller can type, or that mean something else; a member with the reason is what lacks. */
export type Fit<Name, Unfit = never> = string extends Name
  ? unknown
  : Name extends Unfit | '' | `-${string}` | `${string}${' ' | '=' | '/'}${string}`
    ? { readonly [Reason in 'this name cannot be used']: never }
    : Name extends Uncapitalize<Name & string> | number | symbol
      ? unknown
      : { readonly [Reason in 'a name begins with a small letter or a digit']: never }

/** The flags of the framework that an option is most often taken for; all are refused when the tool is judged. */
type Reserved = 'help' | 'json' | 'format' | 'schema' | 'envelope' | 'llms' | 'dryRun'

/** Refuses options of such names. */
export type FitOptions<Options> = {
  readonly options?: { readonly [Name in keyof Options]: Fit<Name, Reserved> }
}

export type Handler<
  Args extends Shape,
  Options extends Shape,
  Env extends Shape,
  Return,
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
) => Return

/** What a handler may return: an answer that fits its output schema, or a stream of rows that fit it. */
export type Returned<Output> =
  | Result<Accepted<Output>>
  | Promise<Result<Accepted<Output>>>
  | AsyncGenerator<StreamItem<Accepted<Output>>, unknown, void>

/** The data that `view` and `text` receive: validated plain JSON. */
export type Shown<Output> = Output extends StandardSchema ? OutputOf<Output> : JsonValue

type Accepted<Output> = Output extends StandardSchema ? ReadonlyLists<InputOf<Output>> : unknown

/** The same data with lists that need not be mutable: the framework only reads what a handler returns. */
type ReadonlyLists<T> = unknown extends T
  ? T
  : { readonly [Name in keyof T]: ReadonlyLists<T[Name]> }
