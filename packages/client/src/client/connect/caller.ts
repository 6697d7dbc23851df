import type {
  CallSignature,
  ExitName,
  JsonValue,
  OutcomeError,
  OutcomeMeta,
} from 'surety/unstable/contract'
import type { RunOptions } from '../options.ts'
import type { RunResult } from '../result.ts'

/** A caller with a method for each command of a tool; a group has those of its commands. */
export type Caller<Signature, Globals = {}> =
  Signature extends CallSignature<infer Input, infer Data, infer Code, infer Streams>
    ? Method<Input, Data, Code, Streams, Globals>
    : { readonly [Name in keyof Signature]: Caller<Signature[Name], Globals> }

/** Calls one command with its arguments and options by name. */
export type Method<Input, Data, Code extends string, Streams extends boolean, Globals = {}> = (
  ...given: {} extends Input
    ? [input?: Input, options?: CallOptions<Globals>]
    : [input: Input, options?: CallOptions<Globals>]
) => Streams extends true ? RowStream<Data, Code> : Promise<CallResult<Data, Code>>

/** How one call ended: with data, or with a failure as a value. */
export type CallResult<Data, Code extends string = string> = CallSuccess<Data> | CallFailure<Code>

/** The answer of a command that succeeded. */
export interface CallSuccess<Data> {
  readonly ok: true
  readonly data: Data
  /** If the data is one page of several: what the option `cursor` of the next call takes. Else null. */
  readonly next: string | null
  readonly warnings: readonly string[]
  readonly meta: OutcomeMeta
  /** Everything about the call: attempts, timing, bytes. Of a row: null, because the call still runs. */
  readonly run: RunResult | null
}

/** The answer of a command that failed, or of a process that never answered. */
export interface CallFailure<Code extends string = string> {
  readonly ok: false
  /** A code that the command declares, or one of the framework or the client. */
  readonly code: Code | (string & {})
  readonly exit: ExitName
  readonly message: string
  /** Null if the tool does not say. */
  readonly retryable: boolean | null
  readonly suggestion?: string
  /** All facts about the failure. */
  readonly error: OutcomeError
  /** What was done before the failure, if the tool says. */
  readonly data: JsonValue
  readonly warnings: readonly string[]
  readonly meta: OutcomeMeta
  readonly run: RunResult
}

/** The rows of a stream as they come; a failure is the last value. Iterate it at once, or ask for all rows. */
export interface RowStream<Row, Code extends string = string> extends AsyncIterable<
  CallResult<Row, Code>
> {
  /** Waits for the end and gives all rows. */
  readonly all: () => Promise<CallResult<Row[], Code>>
}

/** Options of one typed call. */
export interface CallOptions<Globals = {}> extends Omit<RunOptions, 'onStdout' | 'tool'> {
  /** The tool's global options by name, on top of those given to `connect()`. */
  readonly globals?: Partial<Globals>
  /** More words for the command line, such as `--yes`, `--dry-run` or `--limit=5`. */
  readonly flags?: readonly string[]
}
