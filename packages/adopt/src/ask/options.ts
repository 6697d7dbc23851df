import type { FailureName } from 'surety/unstable/contract'

/** What an owner can say about a program that answers agents. */
export interface AnswerOptions extends Rules {
  /** The name of the app, from which its variables are made: `my-tool` has `MY_TOOL_FORMAT`. By default the command of its package. */
  readonly name?: string
  /** Whether the environment of an agent asks as well. */
  readonly agents?: boolean
  /** Flags that are the program's own in every command: `['--json']`. */
  readonly ownFlags?: readonly string[]
  /** Runs the program as a child of itself when it is asked: for native code, workers and busy loops that print. Await the call, or give a callback that loads the program. */
  readonly isolate?: boolean
  /** By path: `issue delete`; an empty path is the program itself. */
  readonly commands?: Readonly<Record<string, CommandOptions>>
  /** Commands that have moved, by the old path. */
  readonly redirects?: Readonly<Record<string, string>>
}

/** What can be said of one command. */
export interface CommandOptions extends Rules {
  /** `destructive` needs `--confirm-destructive` of a call that asks; both it and `mutating` have `--dry-run`. */
  readonly danger?: 'safe' | 'mutating' | 'destructive'
}

/** What can be said of a command and of the whole program. */
interface Rules {
  /** Failures by their codes; without `when` the error whose `code` or class has that name. */
  readonly errors?: Readonly<Record<string, FailureName | ErrorRule>>
  /** What exit numbers mean, or `own`: the numbers of the program stay. */
  readonly exits?: 'own' | Readonly<Record<number, ExitRule>>
  /** Milliseconds after which an asked call ends with TIMEOUT; none by default. */
  readonly timeoutMs?: number
  /** Whether `--fields id,owner.name` leaves those members of the data. */
  readonly fields?: boolean
  /** How many items of a list are answered, unless `--limit N` asks for another number. */
  readonly limit?: number
  /** What is printed is an answer already, whole: its bytes and exits stay, and only a failure that prints nothing gets one. */
  readonly dialect?: { readonly data: '' }
}

export interface ErrorRule {
  readonly exit: FailureName
  readonly when?: {
    readonly class?: string
    readonly code?: string | number
    readonly message?: string | RegExp
  }
  readonly retryable?: boolean
  readonly suggestion?: string
}

export interface ExitRule {
  readonly code: string
  /** Default `GENERAL_ERROR`. */
  readonly exit?: FailureName
  /** Whether what was printed is the data, as the findings of a linter. */
  readonly data?: boolean
  readonly retryable?: boolean
}
