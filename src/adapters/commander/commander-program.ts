/** The members of an option of commander that the adapter reads. */
export interface CommanderOption {
  readonly short?: string | undefined
  readonly long?: string | undefined
  readonly description: string
  /** Whether its value must be given. */
  readonly required: boolean
  /** Whether its value may be given. */
  readonly optional: boolean
  readonly variadic: boolean
  readonly mandatory: boolean
  readonly negate: boolean
  readonly hidden: boolean
  readonly defaultValue?: unknown
  readonly argChoices?: readonly string[] | undefined
  readonly envVar?: string | undefined
  readonly parseArg?: unknown
  readonly conflictsWith?: readonly string[]
  name(): string
  attributeName(): string
}

/** The members of an argument of commander that the adapter reads. */
export interface CommanderArgument {
  readonly description: string
  readonly required: boolean
  readonly variadic: boolean
  readonly defaultValue?: unknown
  readonly argChoices?: readonly string[] | undefined
  readonly parseArg?: unknown
  name(): string
}

/** The members of a command of commander that the adapter uses, in every version from 12 on. */
export interface CommanderCommand {
  readonly commands: readonly CommanderCommand[]
  readonly options: readonly CommanderOption[]
  readonly registeredArguments: readonly CommanderArgument[]
  name(): string
  aliases(): readonly string[]
  description(): string
  version(): string | undefined
  exitOverride(onExit: (error: Error & { code: string; exitCode: number }) => void): unknown
  configureOutput(configuration: never): unknown
  parseAsync(
    argv?: readonly string[],
    options?: { readonly from: 'node' | 'electron' | 'user' },
  ): Promise<unknown>
}

/** What commander keeps to itself and offers no other way to. */
export interface CommanderInternals {
  readonly _hidden?: boolean
  readonly _allowUnknownOption?: boolean
  readonly _allowExcessArguments?: boolean
  readonly _passThroughOptions?: boolean
  readonly _defaultCommandName?: string | null
  readonly _executableHandler?: boolean
  readonly _versionOptionName?: string
  _actionHandler?: ((args: readonly unknown[]) => unknown) | null
}

/** Returns the members of a command that have no public name. */
export function internalsOf(command: CommanderCommand): CommanderInternals {
  return command as unknown as CommanderInternals
}
