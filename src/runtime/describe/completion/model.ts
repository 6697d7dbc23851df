/** The values that a shell offers for an option or an argument. */
export type CompletionValue =
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'file' }
  | { readonly kind: 'directory' }
  | { readonly kind: 'any' }

/** An option to complete. */
export interface CompletionOption {
  /** All spellings, dashes included. */
  readonly flags: readonly string[]
  readonly description?: string
  /** The possible values; left out for switches. */
  readonly value?: CompletionValue
}

/** A positional argument to complete. */
export interface CompletionArgument {
  readonly name: string
  readonly value: CompletionValue
  /** Whether it takes all remaining arguments. */
  readonly variadic?: boolean
}

/** A command or a group of commands. */
export interface CompletionCommand {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly description?: string
  readonly commands?: readonly CompletionCommand[]
  readonly options?: readonly CompletionOption[]
  readonly arguments?: readonly CompletionArgument[]
}

/** The command tree of a tool, for its completion script. */
export interface CompletionModel {
  /** The name of the program. */
  readonly name: string
  readonly commands?: readonly CompletionCommand[]
  /** Options that every command takes. */
  readonly globalOptions?: readonly CompletionOption[]
  /** Options and arguments of the tool without a command. */
  readonly options?: readonly CompletionOption[]
  readonly arguments?: readonly CompletionArgument[]
}
