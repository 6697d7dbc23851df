import type { JsonObject, JsonValue } from '../contract/index.ts'

export type ServedDanger = 'safe' | 'mutating' | 'destructive'

export interface ServedCommand {
  /** Its words, separated by spaces; the name of the tool if the tool is one command. */
  readonly name: string
  readonly aliases: readonly string[]
  readonly description: string
  readonly danger: ServedDanger
  /** The argument without which a destructive command changes nothing; null for all others. */
  readonly confirmedBy: string | null
  /** Whether it reaches beyond this machine. */
  readonly usesNetwork: boolean
  /** Arguments that it takes, for whoever needs no more to know; those of the schema are more. */
  readonly own?: readonly { readonly name: string }[]
  readonly inputSchema: JsonObject
  /** Arguments that it takes besides, by name; all others are refused. */
  readonly alsoTakes: readonly string[]
}

/** A tool behind the protocol, wherever it runs. */
export interface ServedTool {
  readonly name: string
  readonly version: () => string | Promise<string>
  readonly description: string
  readonly dialect: string
  /** Lists what callers may run; called when the first caller asks. */
  readonly commands: () => Promise<readonly ServedCommand[]>
  /** Finds a command without the others; null leaves it to the list. Absent where all are known. */
  readonly find?: (words: readonly string[]) => Promise<ServedCommand | null>
  /** Answers with everything about a command. */
  readonly describe: (command: ServedCommand, context: CallContext) => Promise<CallAnswer>
  /** Runs a command; arguments have the names that it gave. Resolves whatever happens to it. */
  readonly call: (
    command: ServedCommand,
    args: JsonObject,
    context: CallContext,
  ) => Promise<CallAnswer>
  /** Lists what the tool teaches agents; absent if nothing is known of that. */
  readonly skills?: () => Promise<readonly ServedSkill[]>
}

/** A skill of one file. */
export interface ServedSkill {
  readonly frontmatter: { readonly name: string; readonly description: string } & JsonObject
  /** The text of its SKILL.md, which begins with the front matter. */
  readonly text: string
}

/** What a call is given besides its arguments. */
export interface CallContext {
  /** Fires when the caller no longer wants the answer. */
  readonly signal: AbortSignal
  readonly report: (progress: CallProgress) => void
  /** The trace of the caller, as variables. */
  readonly trace?: Readonly<Record<string, string>>
}

export interface CallProgress {
  readonly message: string
  readonly done?: number
  readonly total?: number
}

export interface CallAnswer {
  readonly isOk: boolean
  /** The envelope in the dialect; undefined if the dialect has none for this outcome. */
  readonly document: JsonValue | undefined
  readonly dialect: string
  readonly exit: string
  readonly exitCode: number
  /** Members of the outcome that the dialect has no place for. */
  readonly beyond: JsonObject | null
}
