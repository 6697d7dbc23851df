/** What an owner can say about a program that answers agents. */
export interface AnswerOptions {
  /** The name of the app, from which its variables are made: `my-tool` has `MY_TOOL_FORMAT`. By default the command of its package. */
  readonly name?: string
  /** Whether the environment of an agent asks as well. */
  readonly agents?: boolean
  /** Flags that are the program's own in every command: `['--json']`. */
  readonly ownFlags?: readonly string[]
}
