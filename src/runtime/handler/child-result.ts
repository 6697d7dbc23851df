/** How a child process is run. */
export interface ExecOptions {
  readonly cwd?: string
  /** Variables on top of the inherited ones; pager and editor settings always win. */
  readonly env?: Readonly<Record<string, string>>
  /** Text for its standard input, which is otherwise closed. */
  readonly input?: string
  /** Its own limit, beside the command's deadline. */
  readonly timeoutMs?: number
  /** Most bytes kept of each stream; default 10 MiB. */
  readonly maxBytes?: number
  /** Gives a failed child back instead of throwing. */
  readonly allowFailure?: boolean
}

/** What a child process left behind. */
export interface ChildResult {
  readonly argv: readonly string[]
  readonly exitCode: number
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}
