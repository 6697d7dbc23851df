import type {
  FailureName,
  JsonObject,
  JsonScalar,
  JsonValue,
  RedirectReason,
  StandardExitName,
} from '../contract/index.ts'
import { given } from '../internal/given.ts'
import type { DialectDescription } from './dialect-description.ts'

/** What the ends of calls mean: exit numbers, and rules for failures. Those of a command come before those of all. */
export interface Rules {
  readonly exits?: Exits
  readonly errors?: readonly ErrorRule[]
}

/** A program as a file describes it; each reader takes its part. `schemas/description.json` is the same for editors. */
export interface Description extends Rules {
  readonly $schema?: string
  /** The version of this format. */
  readonly surety: 1
  readonly name?: string
  readonly summary?: string
  readonly version?: string
  /** The words that start the program, before those of every command. */
  readonly program?: readonly string[]
  /** How the program says its version. */
  readonly program_version?: {
    readonly words: readonly string[]
    /** The first group is the version; default is the first number with a point. */
    readonly pattern?: string
  }
  /** Variables for the program; null removes one. */
  readonly env?: Readonly<Record<string, string | null>>
  /** Variables of the caller that the program gets besides the usual ones: `GH_TOKEN`, `DOCKER_*`. */
  readonly inherits?: readonly string[]
  readonly timeout_seconds?: number
  /** The dialect of the answers: its id, or its description. */
  readonly dialect?: string | DialectDescription
  /** What groups of commands do, by their words. */
  readonly groups?: Readonly<Record<string, string>>
  /** Commands by their words: `status`, `stash list`. */
  readonly commands?: Readonly<Record<string, DescribedCommand>>
  readonly examples?: readonly DescribedExample[]
  /** Commands that moved, by their old words. */
  readonly redirects?: Readonly<Record<string, Moved>>
  readonly requires_command?: boolean
  readonly env_prefix?: string
  /** The formats of an adapted tool. */
  readonly output?: { readonly piped?: string; readonly env?: string }
  /** What `surety check` may run. */
  readonly check?: DescribedCheck
  /** What is known of calls of the program as they are typed. */
  readonly calls?: KnownCalls
}

export interface DescribedCommand extends Rules {
  readonly summary?: string
  readonly danger?: 'safe' | 'mutating' | 'destructive'
  /** The change that a success stands for; of wrapped programs default `updated`, or `deleted`. */
  readonly effect?: Effect
  /** A pattern that says in the output of a success that nothing was changed. */
  readonly unchanged?: string
  /** The words after the program: fixed ones, `{name}` for those of a parameter, `{options}` for the other options. */
  readonly call?: readonly string[]
  /** A call that is made before; if one of its rules holds, the command is refused. */
  readonly guard?: { readonly call: readonly string[]; readonly errors: readonly ErrorRule[] }
  /** Variables on top of those of the description; null removes one. */
  readonly env?: Readonly<Record<string, string | null>>
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
  readonly examples?: readonly DescribedExample[]
  readonly schema?: JsonObject
  readonly type?: string
  readonly types?: readonly string[]
  readonly next_steps?: readonly { readonly summary: string; readonly command: string }[]
  readonly cacheable?: boolean
  readonly interactive?: boolean
  readonly scopes?: readonly string[]
  readonly hidden?: boolean
  readonly deprecated?: string
  readonly mcp?: false
}

interface Moved {
  readonly to: string
  readonly permanent?: boolean
  readonly reason?: RedirectReason
}

/** A call for help and skills; its words follow those of the command. */
export interface DescribedExample {
  readonly summary: string
  readonly words: string
}

/** The kind of change that a command made. */
export type Effect = 'created' | 'updated' | 'deleted' | 'noop'

/** An argument or an option, and the words that it becomes. */
export interface Parameter {
  readonly summary?: string
  /** Default `string`; `count` is for adapted programs. */
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'count'
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

export interface OutputPart {
  readonly from?: 'stdout' | 'stderr'
  /** `auto`: JSON if it is an object or a list, else text. `jsonl`: JSON in each line. `records`: texts that NUL ends. */
  readonly as: 'auto' | 'text' | 'json' | 'jsonl' | 'lines' | 'records' | 'none'
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

/** The name of an exit, whose code is then the same; a success that means something; or a failure. */
export type ExitMeaning =
  | StandardExitName
  | {
      /** What the number means, for `meta.meaning`. */
      readonly success: string
      /** The data, whatever was printed. */
      readonly data?: JsonValue
      readonly effect?: Effect
    }
  | Failure

export interface Failure {
  readonly exit: FailureName
  readonly code: string
  readonly summary?: string
  /** The message; `{group}` is a named group of the pattern that matched. Default the last line of stderr. */
  readonly message?: string
  /** The place of the message in the JSON that was printed. */
  readonly message_at?: string
  readonly suggestion?: string
  readonly fix_required?: string
  readonly fix_command?: string
  /** Whether something is changed all the same, as after a merge with conflicts. */
  readonly leaves_changes?: boolean
  /** Whether the details hold what the output says, such as the body of an HTTP error. */
  readonly shows_output?: boolean
  /** Whether the same call may succeed later; default what the exit says, for commands that change things never. */
  readonly retryable?: boolean
}

/** A rule for failures: the first one all of whose conditions hold counts. */
export interface ErrorRule extends Failure {
  /** In an adapted program by default the errors whose code, name or class is the code of the rule. */
  readonly when?: {
    /** Exit numbers; 0 for programs that fail with it. Without this, every number but 0. */
    readonly exit?: number | readonly number[]
    /** Patterns for the end of a stream. */
    readonly stdout?: string
    readonly stderr?: string
    /** What the JSON that was printed must say. */
    readonly json?: {
      readonly in?: 'stdout' | 'stderr'
      readonly at: string
      readonly equals?: JsonScalar | readonly JsonScalar[]
      readonly matches?: string
    }
    /** Of an adapted program: the class or the name of the error, its code, a pattern for its message. */
    readonly class?: string
    readonly code?: string | number
    readonly message?: string
  }
}

/** What may be tried on a program. */
export interface DescribedCheck {
  readonly probes: readonly DescribedProbe[]
  /** The words that print the manifest. */
  readonly manifest?: readonly string[]
  /** Words added to every call so that the answer is for machines. */
  readonly machine_args?: readonly string[]
  /** The folder to run in, relative to the file. */
  readonly cwd?: string
  /** How a global flag is tried in several places. */
  readonly argument_order?: {
    readonly command_path: readonly string[]
    readonly local_args: readonly string[]
    readonly global_flag: string
    readonly value: string
    readonly alternate_value: string
    readonly positional?: string
  }
  /** Features that the tool does not have, each with the reason. */
  readonly absent?: Readonly<Record<string, string>>
  /** Variables that hold secrets. */
  readonly secrets?: readonly string[]
  /** What an answer may cost. */
  readonly limits?: Readonly<
    Partial<Record<'cold_start_ms' | 'answer_tokens' | 'help_tokens', number>>
  >
}

export interface DescribedProbe {
  readonly name: string
  readonly argv: readonly string[]
  readonly kind: 'read' | 'destructive' | 'invalid' | 'stream' | 'long' | 'write'
  readonly dry_run_flag?: string
  readonly deadline_seconds?: number
  readonly signal?: 'INT'
  readonly after_lines?: number
  readonly stdin?: string
  /** Of `long`: words that limit its time to one second or less. */
  readonly time_limit_args?: readonly string[]
}

/** What is known of the calls of a program as they are typed, not as a wrapped tool offers them. */
export interface KnownCalls extends Rules {
  /** The versions that this was tried on, or `from documentation`. */
  readonly verified: string
  /** Options before the command that change nothing: `-C= --no-pager`. */
  readonly options?: Flags
  /** Whether `-la` is `-l -a`; default true. */
  readonly clusters?: boolean
  /** Commands by their words, `''` for a program without any; others with the same meaning after a bar. */
  readonly commands: Readonly<Record<string, KnownCommand>>
  /** A ready description whose rules for failures come after these. */
  readonly like?: string
  /** Patterns for the values of options; another value makes the call unknown. */
  readonly values?: Readonly<Record<string, string>>
  /** The line that says why a call failed. */
  readonly decisive?: DecisiveLine
}

/** Options in one text: `-s` has no value, `-n=` has one, `--arg==` two, `--color=?` may have one, `-NUM` is a number. */
export type Flags = string

export interface KnownCommand extends Rules {
  /** Options with which it only reads. Without this member it is never called a read. */
  readonly reads?: Flags
  /** Options that make it change something, or true if it always does. */
  readonly changes?: Flags | true
  /** Options with which a command that changes something only shows what it would do. */
  readonly dry?: Flags
  readonly values?: Readonly<Record<string, string>>
  /** How many operands it takes while it only reads; more are a change. */
  readonly operands?: number
  /** Options that lift that limit: `git branch --list 'a*'`. */
  readonly operands_with?: Flags
  /** What all operands match while it only reads. */
  readonly operand?: string
  /** What the script matches while it only reads: the first operand, unless one of the options gives it. */
  readonly script?: { readonly matches: string; readonly options?: Flags }
  /** Whether repeating a change is harmless, as with `mkdir -p`. */
  readonly repeatable?: boolean
  readonly network?: Wants
  readonly terminal?: Wants
  /** What to do where there is no terminal. */
  readonly instead?: string
  readonly editor?: Wants
  readonly stdin?: Wants
  readonly decisive?: DecisiveLine
}

/** When a command wants something: always, with one of some options, or without them and with few operands. */
export type Wants =
  | boolean
  | { readonly with?: Flags; readonly without?: Flags; readonly operands?: number }

export type DecisiveLine = Pick<OutputPart, 'from'> & { readonly pattern: string }

/** Returns the failure that an exit number means; undefined if it means none. */
export function failureOf(meaning: ExitMeaning | undefined): Failure | undefined {
  if (typeof meaning === 'object') return 'success' in meaning ? undefined : meaning
  return meaning === undefined || meaning === 'SUCCESS'
    ? undefined
    : { exit: meaning, code: meaning }
}

export function toErrorDeclaration(failure: Failure) {
  const { exit, summary: description, suggestion, retryable } = failure
  const { fix_required: fixRequired, fix_command: fixCommand } = failure
  return { exit, ...given({ description, suggestion, retryable, fixRequired, fixCommand }) }
}

/** Returns the variables that a description has for its program; undefined removes one. */
export function variablesOf({
  env = {},
}: Pick<Description, 'env'>): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? undefined]))
}
