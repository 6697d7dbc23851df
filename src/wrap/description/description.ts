import type { FailureName, JsonScalar, JsonValue } from '../../contract/index.ts'

/** What a program is called with, and what its ends and its output mean; the content of a file. */
export interface WrapDescription {
  readonly $schema?: string
  /** The version of this format. */
  readonly surety_wrap: 1
  /** The name of the wrapped tool, other than that of the program. */
  readonly name: string
  readonly summary: string
  /** The version of the description; default 1.0.0. */
  readonly version?: string
  /** The words that start the program, before those of every command. */
  readonly program: readonly string[]
  /** How the program says its version. */
  readonly program_version?: {
    readonly words: readonly string[]
    /** The first group is the version; default is the first number with a point. */
    readonly pattern?: string
  }
  /** Variables for the program; null removes one. */
  readonly env?: Readonly<Record<string, string | null>>
  readonly timeout_seconds?: number
  /** What groups of commands do, by their words. */
  readonly groups?: Readonly<Record<string, string>>
  /** Commands by their words: `status`, `stash list`. */
  readonly commands: Readonly<Record<string, DescribedCommand>>
  /** What exit numbers mean in every command. */
  readonly exits?: Exits
  /** Rules for failures of every command, after those of the command. */
  readonly errors?: readonly ErrorRule[]
}

/** One command of a wrapped tool. */
export interface DescribedCommand {
  readonly summary: string
  readonly danger: 'safe' | 'mutating' | 'destructive'
  /** The change that a success stands for; default `updated`, for destructive commands `deleted`. */
  readonly effect?: Effect
  /** A pattern that says in the output of a success that nothing was changed. */
  readonly unchanged?: string
  /**
   * The words after the program: fixed ones, `{name}` for those of a parameter and `{options}` for those of
   * all options that are not named. Without `{options}` they follow the fixed words, and arguments come last.
   */
  readonly call: readonly string[]
  readonly args?: Readonly<Record<string, Parameter>>
  readonly options?: Readonly<Record<string, Parameter>>
  /** Whether the program reads standard input, and the tool passes its own on. */
  readonly stdin?: boolean
  readonly network?: boolean
  /** Whether the data is a list that callers may read page by page. */
  readonly list?: boolean
  readonly timeout_seconds?: number
  /** Words that make the program show what it would do; they follow `call`. */
  readonly dry_run?: readonly string[]
  readonly output?: Output
  readonly exits?: Exits
  readonly errors?: readonly ErrorRule[]
  readonly examples?: readonly { readonly summary: string; readonly words: string }[]
}

/** The kind of change that a command made. */
export type Effect = 'created' | 'updated' | 'deleted' | 'noop'

/** An argument or an option, and the words that it becomes. */
export interface Parameter {
  readonly summary: string
  /** Default `string`. */
  readonly type?: 'string' | 'integer' | 'number' | 'boolean'
  readonly values?: readonly string[]
  /** Whether it may be given several times; of arguments the last one only. */
  readonly many?: boolean
  /** Default true for arguments, false for options. */
  readonly required?: boolean
  readonly default?: JsonScalar
  /** What a text must match. */
  readonly pattern?: string
  readonly min?: number
  readonly max?: number
  /** The words for each value, `{}` is the value; default is the value, of options `--name={}` or `--name`. */
  readonly words?: readonly string[]
  /** The variable that hands it to the program instead of words. */
  readonly env?: string
  readonly secret?: boolean
  /** Allows a value that begins with a dash where the program may take it as an option. */
  readonly dash?: boolean
}

/** How a stream becomes data. */
export interface OutputPart {
  readonly from?: 'stdout' | 'stderr'
  /**
   * `auto`: JSON if it is an object or a list, else text. `json`: one document. `ndjson`: one document per line. `lines`:
   * a list of lines. `records`: texts that a NUL ends. `none`: nothing.
   */
  readonly as: 'auto' | 'text' | 'json' | 'ndjson' | 'lines' | 'records' | 'none'
  /** The place to take from each document: a JSON pointer or a dotted path, `*` for every item. */
  readonly pick?: string
  /** Named groups are the members of each line or record; those that do not match are left out with a warning. */
  readonly pattern?: string
  /** The members of each line or record, in order. */
  readonly fields?: readonly string[]
  /** What is between fields; default a tab. */
  readonly separator?: string
  /** The types of members that are no texts. */
  readonly types?: Readonly<Record<string, 'integer' | 'number' | 'boolean'>>
}

/** How output becomes data: a stream, or several members. */
export type Output = OutputPart | { readonly members: Readonly<Record<string, OutputPart>> }

/** What exit numbers mean, by number. */
export type Exits = Readonly<Record<string, ExitMeaning>>

/** A success, one that means something, or a failure. */
export type ExitMeaning =
  | 'success'
  | {
      /** What the number means, for `meta.meaning`. */
      readonly success: string
      /** The data, whatever was printed. */
      readonly data?: JsonValue
      readonly effect?: Effect
    }
  | Failure

/** A failure of the contract. */
export interface Failure {
  readonly exit: FailureName
  readonly code: string
  /** The message; `{group}` is a named group of the pattern that matched. Default the last line of stderr. */
  readonly message?: string
  /** The place of the message in the JSON that was printed. */
  readonly message_at?: string
  readonly suggestion?: string
  /** Whether something is changed all the same, as after a merge with conflicts. */
  readonly leaves_changes?: boolean
  /** Whether the details hold what the output says, such as the body of an HTTP error. */
  readonly shows_output?: boolean
  /** Whether the same call may succeed later; default what the exit says, for commands that change things never. */
  readonly retryable?: boolean
}

/** A rule for failures: the first one all of whose conditions hold counts. */
export interface ErrorRule extends Failure {
  readonly when: {
    /** Exit numbers; 0 for programs that fail with it. Without this, every number but 0. */
    readonly exit?: number | readonly number[]
    /** Patterns for the end of a stream. */
    readonly stdout?: string
    readonly stderr?: string
    readonly json?: JsonCondition
  }
}

/** What the JSON that was printed must say. */
export interface JsonCondition {
  readonly in?: 'stdout' | 'stderr'
  readonly at: string
  readonly equals?: JsonScalar | readonly JsonScalar[]
  readonly matches?: string
}
