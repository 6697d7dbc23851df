/** The limit of each run if the profile has none. */
export const DEFAULT_TIMEOUT_SECONDS = 10

/**
 * A profile as it is written: the form of the spec's own kit (format 1.0) with optional members of ours, so
 * that both kits read the same file as long as it has none of them.
 */
export interface Profile {
  readonly schema_version?: '1.0'
  /** The name to show. */
  readonly tool: string
  /** The words that start it; a first word with a slash is relative to the profile. */
  readonly command: readonly string[]
  /** The limit of each run; DEFAULT_TIMEOUT_SECONDS if absent. */
  readonly timeout_seconds?: number
  /** The words that print the manifest. */
  readonly manifest?: readonly string[]
  readonly argument_order?: ProfileArgumentOrder
  readonly probes: readonly ProfileProbe[]
  /** Ours: the dialect of the answers. */
  readonly dialect?: string
  /** Ours: the folder to run in, relative to the profile. */
  readonly cwd?: string
  /** Ours: variables for every run; null removes one. */
  readonly env?: Readonly<Record<string, string | null>>
  /** Ours: words added to every call so that the answer is for machines. */
  readonly machine_args?: readonly string[]
  /** Ours: features that the tool does not have, each with the reason. */
  readonly absent?: Readonly<Record<string, string>>
  /** Ours: variables that hold secrets. */
  readonly secrets?: readonly string[]
  /** Ours: what an answer may cost. */
  readonly limits?: {
    readonly cold_start_ms?: number
    readonly answer_tokens?: number
    readonly help_tokens?: number
  }
}

/** How a global flag is tried in several places. */
export interface ProfileArgumentOrder {
  readonly command_path: readonly string[]
  readonly local_args: readonly string[]
  readonly global_flag: string
  readonly value: string
  readonly alternate_value: string
  readonly positional?: string
}

/** One call that may be made. */
export interface ProfileProbe {
  readonly name: string
  readonly argv: readonly string[]
  /** `long` and `write` are ours. */
  readonly kind: 'read' | 'destructive' | 'invalid' | 'stream' | 'long' | 'write'
  readonly dry_run_flag?: string
  readonly deadline_seconds?: number
  readonly signal?: 'INT'
  readonly after_lines?: number
  /** Ours: what it reads from stdin. */
  readonly stdin?: string
  /** Ours, for `long`: words that limit its time to one second or less. */
  readonly time_limit_args?: readonly string[]
}
