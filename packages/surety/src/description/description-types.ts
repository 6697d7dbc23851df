// Generated from packages/surety/schemas/description.json by `npm run generate`; a member is described there.
import type {
  FailureName,
  JsonObject,
  JsonScalar,
  JsonValue,
  StandardExitName,
} from '../contract/index.ts'

/** Describes a program: how it is called, what its answers mean and what may be tried on it. surety wrap, adapters, dialects of your own and surety check each read the part that they need. */
export interface Description {
  readonly $schema?: string
  /** The version of this format. */
  readonly surety: 1
  /** The name of the tool. */
  readonly name?: string
  /** One sentence. */
  readonly summary?: string
  /** The version of the tool. */
  readonly version?: string
  /** The words that start the program, before those of every command; a first word with a slash is found from the folder of this file. */
  readonly program?: readonly string[]
  /** How the program says its version. */
  readonly program_version?: {
    /** The words that print the version. */
    readonly words: readonly string[]
    /** The first group is the version; default is the first number with a point. A regular expression of JavaScript with the flags m and u. */
    readonly pattern?: string
  }
  /** Variables for the program; null removes one. */
  readonly env?: Readonly<Record<string, string | null>>
  /** Variables of the caller that the program gets besides PATH, HOME, language, folders and the like: GH_TOKEN, or DOCKER_* for all that start so. */
  readonly inherits?: readonly string[]
  readonly timeout_seconds?: number
  /** The dialect of the answers: its id, or its description. */
  readonly dialect?: string | DialectDescription
  /** What groups of commands do, by their words. */
  readonly groups?: Readonly<Record<string, string>>
  /** Options of every command. */
  readonly options?: Readonly<Record<string, Parameter>>
  /** Commands by their words: status, stash list. */
  readonly commands?: Readonly<Record<string, DescribedCommand>>
  readonly exits?: Readonly<Record<string, ExitMeaning>>
  readonly errors?: readonly ErrorRule[]
  readonly examples?: readonly DescribedExample[]
  /** Commands that moved, by their old words. */
  readonly redirects?: Readonly<
    Record<
      string,
      {
        readonly to: string
        readonly permanent?: boolean
        /** Why it moved. */
        readonly reason?: 'renamed' | 'restructured' | 'deprecated' | 'typo_corrected'
      }
    >
  >
  /** Whether a call must name a command. */
  readonly requires_command?: boolean
  /** The prefix of the environment variables of the tool. */
  readonly env_prefix?: string
  /** The formats of an adapted tool. */
  readonly output?: {
    /** The format when stdout is no terminal. */
    readonly piped?: string
    /** A variable that selects the format. */
    readonly env?: string
  }
  readonly check?: DescribedCheck
  readonly calls?: KnownCalls
}

/** A JSON pointer (/error/code) or a dotted path (error.code). */
export type Place = string

/** An argument or an option, and the words that it becomes. */
export interface Parameter {
  /** What the value is for. */
  readonly summary?: string
  /** `count` is for adapted programs. Default `string`. */
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'count'
  /** The values that it accepts. */
  readonly values?: readonly string[]
  /** Whether it may be given several times; of arguments the last one only. */
  readonly many?: boolean
  /** Default true for arguments, false for options. */
  readonly required?: boolean
  readonly default?: JsonScalar
  /** What a text must match: a regular expression of JavaScript with the flag u. */
  readonly pattern?: string
  /** What the pattern asks for, in words: who is refused reads them in place of the pattern. */
  readonly wanted?: string
  readonly min?: number
  readonly max?: number
  /** The words for each value, {} is the value; default is the value, of options --name={} or --name. */
  readonly words?: readonly string[]
  /** The variable that hands it to the program instead of words. */
  readonly env?: string
  /** Whether it must never be shown. */
  readonly secret?: boolean
  /** Allows a value that begins with a dash where the program may take it as an option. */
  readonly dash?: boolean
  /** Other names of an option, with their dashes: -n. */
  readonly aliases?: readonly string[]
  /** Whether an option that has a value may also be given without one. */
  readonly bare?: boolean
  /** What help calls the value: FILE. */
  readonly value_name?: string
  /** What a call with it is, if it is more than the command. */
  readonly danger?: 'safe' | 'mutating' | 'destructive'
  /** Whether help leaves it out. */
  readonly hidden?: boolean
  /** Why it should no longer be used. */
  readonly deprecated?: string
}

export interface OutputPart {
  readonly from?: 'stdout' | 'stderr'
  /** What the stream is. auto: JSON if it is an object or a list, else text. jsonl: JSON in each line. records: texts that NUL ends. */
  readonly as: 'auto' | 'text' | 'json' | 'jsonl' | 'lines' | 'records' | 'none'
  /** The place to take from each document; * stands for every item. */
  readonly pick?: Place
  /** Named groups are the members of each line or record; those that do not match are left out with a warning. A regular expression of JavaScript with the flags m and u. */
  readonly pattern?: string
  /** The members of each line or record, in order. */
  readonly fields?: readonly string[]
  /** What is between fields; default a tab. */
  readonly separator?: string
  /** The types of members that are no texts. */
  readonly types?: Readonly<Record<string, 'integer' | 'number' | 'boolean'>>
}

/** A call for help and skills; its words follow those of the command. */
export interface DescribedExample {
  /** What it does. */
  readonly summary: string
  /** The words after those of the command. */
  readonly words: string
}

export interface DescribedCommand {
  /** One sentence. */
  readonly summary?: string
  readonly danger?: 'safe' | 'mutating' | 'destructive'
  /** The change that a success stands for; of wrapped programs default updated, or deleted. */
  readonly effect?: 'created' | 'updated' | 'deleted' | 'noop'
  /** Says in the output of a success that nothing was changed. A regular expression of JavaScript with the flags m and u. */
  readonly unchanged?: string
  /** The words after the program: fixed ones, {name} for those of a parameter, {options} for the other options. */
  readonly call?: readonly string[]
  /** A call that is made before; if one of its rules holds, the command is refused. */
  readonly guard?: {
    /** The words after the program; it must change nothing. */
    readonly call: readonly string[]
    readonly errors: readonly ErrorRule[]
  }
  /** Variables on top of those of the description; null removes one. */
  readonly env?: Readonly<Record<string, string | null>>
  /** Positional arguments, in order. */
  readonly args?: Readonly<Record<string, Parameter>>
  /** Options. */
  readonly options?: Readonly<Record<string, Parameter>>
  /** Whether the program reads standard input, and the tool passes its own on. */
  readonly stdin?: boolean
  /** Whether it uses the network. */
  readonly network?: boolean
  /** Whether the data is a list that callers may read page by page. */
  readonly list?: boolean
  readonly timeout_seconds?: number
  /** Words that make the program show what it would do; they follow call. */
  readonly dry_run?: readonly string[]
  /** How output becomes data. */
  readonly output?: Output
  readonly exits?: Readonly<Record<string, ExitMeaning>>
  readonly errors?: readonly ErrorRule[]
  readonly examples?: readonly DescribedExample[]
  /** The JSON Schema of the data. */
  readonly schema?: JsonObject | boolean
  /** The name of the result. */
  readonly type?: string
  /** The names of several results. */
  readonly types?: readonly string[]
  readonly next_steps?: readonly {
    /** What it does. */
    readonly summary: string
    /** The command. */
    readonly command: string
  }[]
  /** Whether the answer may be kept. */
  readonly cacheable?: boolean
  /** Whether it may ask questions. */
  readonly interactive?: boolean
  /** The permissions that it needs. */
  readonly scopes?: readonly string[]
  /** Whether help leaves it out. */
  readonly hidden?: boolean
  /** Why it should no longer be used. */
  readonly deprecated?: string
  /** Keeps it away from MCP clients. */
  readonly mcp?: false
  /** Other last words of the command: ls for list. */
  readonly aliases?: readonly string[]
  /** Whether repeating it is harmless. */
  readonly repeatable?: boolean
  /** It shows secrets. */
  readonly reveals?: true
}

/** How output becomes data. */
export type Output =
  | OutputPart
  | {
      readonly members: Readonly<Record<string, OutputPart>>
    }

export interface Failure {
  /** An exit of the contract. */
  readonly exit: FailureName
  /** A code of your own. */
  readonly code: string
  /** When it happens. */
  readonly summary?: string
  /** The message; {group} is a named group of the pattern that matched. Default the last line of stderr. */
  readonly message?: string
  /** Where the message is in the JSON that was printed. */
  readonly message_at?: Place
  /** What the caller can do. */
  readonly suggestion?: string
  /** What the caller has to correct. */
  readonly fix_required?: string
  /** A command of the tool that corrects it. */
  readonly fix_command?: string
  /** Whether something is changed all the same, as after a merge with conflicts; false if the program is known to fail before it changes anything. */
  readonly leaves_changes?: boolean
  /** Whether the details hold what the output says, such as the body of an HTTP error. */
  readonly shows_output?: boolean
  /** Whether the same call may succeed later; default what the exit says, for commands that change things never. */
  readonly retryable?: boolean
}

/** The name of an exit, whose code is then the same; a success that means something; or a failure. */
export type ExitMeaning =
  | StandardExitName
  | {
      /** What the number means, for meta.meaning. */
      readonly success: string
      /** The lines on stderr that belong to this answer. With any other line but a warning the number is not believed and the call has failed. A regular expression of JavaScript with the flags m and u. */
      readonly stderr?: string
      /** The data, whatever was printed. */
      readonly data?: JsonValue
      readonly effect?: 'created' | 'updated' | 'deleted' | 'noop'
    }
  | Failure

export interface ErrorRule extends Failure {
  /** Which failures are meant; in an adapted program by default those whose code, name or class is the code. */
  readonly when?: {
    /** Exit numbers; 0 for programs that fail with it. Without this, every number but 0. */
    readonly exit?: number | readonly number[]
    /** For the end of stdout. A regular expression of JavaScript with the flags m and u. */
    readonly stdout?: string
    /** For the end of stderr. A regular expression of JavaScript with the flags m and u. */
    readonly stderr?: string
    /** Only if the call had at most so many operands: one alone that failed left nothing done. In what is known of calls. */
    readonly operands?: number
    /** What the JSON that was printed must say. */
    readonly json?: {
      readonly in?: 'stdout' | 'stderr'
      /** Where to look. */
      readonly at: Place
      readonly equals?: JsonScalar | readonly JsonScalar[]
      /** What the value must match. A regular expression of JavaScript with the flags m and u. */
      readonly matches?: string
    }
    /** Of an adapted program: the class or the name of the error. */
    readonly class?: string
    /** Of an adapted program: the code of the error. */
    readonly code?: string | number
    /** Of an adapted program: a regular expression of JavaScript that the message of the error matches. */
    readonly message?: string
  }
}

/** An envelope of your own, so that surety can read and write it. */
export interface DialectDescription {
  /** A lower-case name such as house or house-2.0. */
  readonly id: string
  readonly title?: string
  /** How the JSON is laid out. Default `compact`. */
  readonly layout?: 'compact' | 'pretty' | 'pretty-ascii'
  /** The member that tells success from failure, with the values for each. */
  readonly ok?: {
    /** Where it is. */
    readonly at: Place
    readonly success: readonly JsonScalar[]
    readonly failure: readonly JsonScalar[]
  }
  /** Place to the value that is always written there. */
  readonly constants?: JsonObject
  /** Where the payload is; empty: every member that is not the envelope’s own. Default ``. */
  readonly data?: string
  /** Where the parts of an error are: a hint about what to do next is suggestion, whatever the envelope calls it. */
  readonly error?: ErrorDescription
  /** A list of texts. */
  readonly warnings?: Place
  /** An open object for the members of meta. */
  readonly meta?: Place
  /** Single members of meta with places of their own, by their canonical names. */
  readonly meta_members?: Readonly<Record<string, Place>>
  /** What exit numbers mean. */
  readonly exits?: Readonly<Record<string, StandardExitName>>
  /** The number to write for an exit name, if exits lists several or none. */
  readonly exit_numbers?: Readonly<Partial<Record<StandardExitName, number>>>
  /** Error code to category; * stands for any text. */
  readonly codes?: Readonly<Record<string, FailureName>>
  /** How data of a failure and error of a success are written. Default `absent`. */
  readonly unused?: 'absent' | 'null'
  /** The order of the top-level members on the wire. */
  readonly order?: readonly string[]
  /** An object with room for what the dialect cannot say. */
  readonly stow?: Place
}

/** Where the parts of an error are: a hint about what to do next is suggestion, whatever the envelope calls it. */
export interface ErrorDescription {
  /** The member whose presence means failure; null counts as absent. Omit it if only exit numbers tell failures. */
  readonly at?: Place
  /** The stream that error documents go to. */
  readonly stream?: 'stdout' | 'stderr'
  /** Where code is. */
  readonly code?: Place
  /** Where message is. */
  readonly message?: Place
  /** Where detail is. */
  readonly detail?: Place
  /** Where suggestion is. */
  readonly suggestion?: Place
  /** Where phase is. */
  readonly phase?: Place
  /** Where fix_required is. */
  readonly fix_required?: Place
  /** Where fix_command is. */
  readonly fix_command?: Place
  /** Where operation is. */
  readonly operation?: Place
  /** Where target is. */
  readonly target?: Place
  /** An object with more facts. */
  readonly details?: Place
  /** A boolean: would the same call work later? */
  readonly retryable?: Place
  readonly wait?: {
    /** Where the wait is. */
    readonly at: Place
    readonly unit: 'ms' | 's'
  }
}

/** What `surety check` may run. */
export interface DescribedCheck {
  /** The calls that may be made. */
  readonly probes: readonly DescribedProbe[]
  /** What is asked: of every program, or of one that speaks a dialect. */
  readonly preset?: 'any' | 'envelope'
  /** Findings that may stay, by the id of their check, each with the reason. */
  readonly accept?: Readonly<Record<string, string>>
  /** The words that print the manifest. */
  readonly manifest?: readonly string[]
  /** Words added to every call to get output for machines. */
  readonly machine_args?: readonly string[]
  /** The folder to run in, relative to this file. */
  readonly cwd?: string
  /** Tries a global flag before, between and after the words of a command. */
  readonly argument_order?: {
    readonly command_path: readonly string[]
    /** A local option that visibly changes data. */
    readonly local_args: readonly string[]
    readonly global_flag: string
    readonly value: string
    /** Must print something else than value. */
    readonly alternate_value: string
    readonly positional?: string
  }
  /** Features that the tool does not have, each with the reason. */
  readonly absent?: {
    readonly destructive?: string
    readonly stream?: string
    readonly paging?: string
    readonly etag?: string
    readonly manifest?: string
    readonly argument_order?: string
    readonly long?: string
    readonly large_answers?: string
  }
  /** Variables that hold secrets. */
  readonly secrets?: readonly string[]
  /** How names of files begin that reads may write: notes of the tool for itself outside the folders for caches and state. */
  readonly keeps?: readonly string[]
  /** What an answer may cost. */
  readonly limits?: {
    readonly cold_start_ms?: number
    readonly answer_tokens?: number
    readonly help_tokens?: number
  }
}

export interface DescribedProbe {
  /** Unique in the file. */
  readonly name: string
  /** The words after those that start the tool. */
  readonly argv: readonly string[]
  /** read: changes nothing. invalid: must be refused. destructive: run dry, and to be refused. stream: prints a line per item. long: a read of two seconds or more. write: changes something, and is run. */
  readonly kind: 'read' | 'destructive' | 'invalid' | 'stream' | 'long' | 'write'
  readonly dry_run_flag?: string
  readonly deadline_seconds?: number
  readonly signal?: 'INT'
  readonly after_lines?: number
  /** What it reads from stdin; closed if absent. */
  readonly stdin?: string
  /** Words that limit the time of a long call to one second or less. */
  readonly time_limit_args?: readonly string[]
}

/** Options with blanks between: -s has no value, -n= has one, --arg== two, --color=? may have one behind an equals sign, -NUM is a number. */
export type Flags = string

/** Always, with one of some options, or without them and with at most so many operands. */
export type Wants =
  | boolean
  | {
      readonly with?: Flags
      readonly without?: Flags
      readonly operands?: number
    }

/** The line that says why a call failed. */
export interface DecisiveLine {
  readonly from?: 'stdout' | 'stderr'
  readonly pattern: string
}

/** What is known of one command. */
export interface KnownCommand {
  /** Options with which it only reads; of a change, its other options. Without this member it is never called a read. */
  readonly reads?: Flags
  /** Options that make it change something, or true if it always does. */
  readonly changes?: true | Flags
  /** Options that change something except beside one of `with`: curl -G makes its data a part of the address. They are among those of `changes`; if that is true, they undo those of `dry`. */
  readonly spares?: {
    readonly with: Flags
    readonly flags: Flags
  }
  /** Options with which it only shows what it would do. */
  readonly dry?: Flags
  /** Patterns for the values of options; another value makes the call unknown. */
  readonly values?: Readonly<Record<string, string>>
  /** How many operands it takes while it only reads; more are a change. */
  readonly operands?: number
  /** Options that lift that limit: git branch --list 'a*'. */
  readonly operands_with?: Flags
  /** What all operands match while it only reads. */
  readonly operand?: string
  /** What the script matches while it only reads: the first operand, unless one of the options gives it. */
  readonly script?: {
    readonly matches: string
    readonly options?: Flags
  }
  /** What to do where there is no terminal. */
  readonly instead?: string
  /** Whether repeating a change is harmless, as with mkdir -p. */
  readonly repeatable?: boolean
  readonly terminal?: Wants
  readonly stdin?: Wants
  readonly exits?: Readonly<Record<string, ExitMeaning>>
  readonly errors?: readonly ErrorRule[]
  readonly decisive?: DecisiveLine
  /** When it shows secrets: always, or if one of these holds. */
  readonly reveals?:
    | true
    | {
        readonly with?: Flags
        readonly without?: Flags
        /** With so many operands or more. */
        readonly operands?: number
        /** If an operand matches. */
        readonly operand?: string
        /** If the value of an option matches. */
        readonly values?: Readonly<Record<string, string>>
      }
  /** It runs other programs, so what stands on its stderr may be theirs: only what begins with its own name is its own word. */
  readonly runs_others?: boolean
  /** The number of rows at which a list stops without saying so. */
  readonly caps?: Caps
  /** Reads that tell whether the change happened; the first one holds that can be filled from the words of the call: {1} is an operand, {1:} what follows its last colon, {-H|--head} the value of an option, [-R {-R|--repo}] is left out if there is none. */
  readonly settles?: readonly string[]
}

/** The number of rows at which a list stops without saying so. */
export interface Caps {
  /** Options that set how many rows it lists, or lift the limit; answers name the first. */
  readonly option: Flags
  /** How many rows it lists without them. */
  readonly default: number
  /** What a row is: an item of a JSON array, else a line; a table has a line above them. */
  readonly counts: 'rows' | 'table'
  /** What the first line of each row matches, if a row has several lines. A regular expression of JavaScript with the flags m and u. */
  readonly row?: string
  /** Only with one of these options. */
  readonly with?: Flags
  /** Only if all operands match. */
  readonly operand?: string
}

/** What is known of calls of the program as they are typed. A call is a read only if every word of it is known to change nothing. */
export interface KnownCalls {
  /** The versions that this was tried on, or: from documentation */
  readonly verified: string
  /** Options before the command that change nothing: -C= --no-pager. */
  readonly options?: Flags
  /** Whether -la is -l -a; default true. */
  readonly clusters?: boolean
  /** Commands by their words, '' for a program without any; others with the same meaning after a bar. */
  readonly commands: Readonly<Record<string, KnownCommand>>
  /** Patterns for the values of options; another value makes the call unknown. */
  readonly values?: Readonly<Record<string, string>>
  readonly exits?: Readonly<Record<string, ExitMeaning>>
  readonly errors?: readonly ErrorRule[]
  readonly decisive?: DecisiveLine
  /** What a line of its output matches only if the call failed, where its exit is not known. A regular expression of JavaScript with the flags m and u. */
  readonly failed?: string
  /** A ready description whose rules for failures come after these. */
  readonly like?: string
  /** Variables that surety sets for programs and that change what this one does, such as CI: it gets them only if the caller set them. */
  readonly as_given?: readonly string[]
  /** It names its failures itself (`E404`, `TS2322`): where it does, that is the code, and what is said here decides exit and advice. */
  readonly own_codes?: boolean
  /** It runs other programs, so what stands on its stderr may be theirs: only what begins with its own name is its own word. */
  readonly runs_others?: boolean
}
