/** The members of an option of cac that the adapter reads. */
export interface CacOption {
  /** As declared: `-s, --state <state>`. */
  readonly rawName: string
  readonly description: string
  readonly name: string
  readonly negated: boolean
  readonly isBoolean?: boolean | undefined
  readonly required?: boolean | undefined
  readonly config: { readonly default?: unknown; readonly type?: unknown }
}

/** The members of a command of cac that the adapter uses. */
export interface CacCommand {
  readonly name: string
  readonly description: string
  readonly aliasNames: readonly string[]
  readonly args: readonly {
    readonly value: string
    readonly required: boolean
    readonly variadic: boolean
  }[]
  readonly options: readonly CacOption[]
  readonly config: { readonly allowUnknownOptions?: boolean }
  commandAction?: ((...args: never[]) => unknown) | undefined
}

/** The members of a program of cac that the adapter uses. */
export interface CacProgram {
  name: string
  readonly commands: readonly CacCommand[]
  readonly globalCommand: {
    readonly options: readonly CacOption[]
    readonly versionNumber?: string | undefined
  }
  parse(argv?: string[], options?: { run?: boolean }): unknown
  runMatchedCommand(): unknown
  unsetMatchedCommand(): void
}
