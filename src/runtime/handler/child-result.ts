/** Options for running a child process. */
export interface ExecOptions {
  readonly cwd?: string
  /** Variables on top of the inherited ones; pager and editor settings always win. */
  readonly env?: Readonly<Record<string, string>>
  /** Text for its standard input; without it, standard input is closed. */
  readonly input?: string
  /** A time limit of its own, in addition to the command's. */
  readonly timeoutMs?: number
  /** Maximum bytes kept of each stream, counted from its end; default 10 MiB. */
  readonly maxBytes?: number
  /** Returns the result of a failed child instead of throwing. */
  readonly allowFailure?: boolean
}

/** The output and exit status of a child process. */
export interface ChildResult {
  readonly argv: readonly string[]
  readonly exitCode: number
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  /** True when the beginning of a stream was dropped, because it was longer than `maxBytes`. */
  readonly isCut: boolean
}
