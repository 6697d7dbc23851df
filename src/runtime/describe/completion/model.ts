/** What a shell offers in a place where a value is typed. */
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
  /** What its value can be; left out for switches. */
  readonly value?: CompletionValue
}

/** A positional argument to complete. */
export interface CompletionArgument {
  readonly name: string
  readonly value: CompletionValue
  /** Whether it takes all that is left. */
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

/** Everything that a completion script knows: the tool's command tree, as data. */
export interface CompletionModel {
  /** The name under which the tool is called. */
  readonly name: string
  readonly commands?: readonly CompletionCommand[]
  /** Options that every command takes. */
  readonly globalOptions?: readonly CompletionOption[]
  /** Options and arguments of the tool without a command. */
  readonly options?: readonly CompletionOption[]
  readonly arguments?: readonly CompletionArgument[]
}
