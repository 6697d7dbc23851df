/** A positional argument on a help page. */
export interface HelpArgument {
  readonly name: string
  readonly description?: string
  readonly required?: boolean
  /** Whether it takes all remaining arguments. */
  readonly variadic?: boolean
  readonly default?: string
  readonly choices?: readonly string[]
}

/** An option on a help page. */
export interface HelpOption {
  /** All spellings, short ones first: `['-l', '--limit']`. */
  readonly flags: readonly string[]
  /** The placeholder of its value, without brackets: `n`. Left out for switches. */
  readonly value?: string
  readonly description?: string
  readonly default?: string
  readonly choices?: readonly string[]
  readonly required?: boolean
  readonly repeatable?: boolean
  /** The environment variable that also sets it. */
  readonly env?: string
  /** How it depends on other options: `needs --user`. */
  readonly notes?: readonly string[]
  readonly deprecated?: string
  /** Heading to list it under; default "Options". */
  readonly group?: string
}

/** A command in the help of its group. */
export interface HelpCommand {
  readonly name: string
  readonly description?: string
  readonly aliases?: readonly string[]
  readonly danger?: 'safe' | 'mutating' | 'destructive'
  readonly deprecated?: string
  /** Heading to list it under; default "Commands". */
  readonly group?: string
}

/** An example command line with its purpose. */
export interface HelpExample {
  readonly command: string
  readonly description?: string
}

/** An exit code that a command can end with. */
export interface HelpExitCode {
  readonly number: number
  /** The word of the contract for it; other dialects have none. */
  readonly name?: string
  /** The error codes that callers read with it. */
  readonly codes?: readonly string[]
  readonly description?: string
}

/** The content of a help page. */
export interface HelpModel {
  /** The tool's name. */
  readonly name: string
  /** What the command lines start with; default the name. */
  readonly calledAs?: string
  readonly version?: string
  /** The command path without the tool's name; empty at the root. */
  readonly path: readonly string[]
  readonly summary: string
  /** A longer text in paragraphs. */
  readonly description?: string
  /** The usage lines with the tool's name; built from arguments and options by default. */
  readonly usage?: readonly string[]
  readonly danger?: 'safe' | 'mutating' | 'destructive'
  readonly arguments?: readonly HelpArgument[]
  readonly options?: readonly HelpOption[]
  readonly globalOptions?: readonly HelpOption[]
  readonly commands?: readonly HelpCommand[]
  readonly examples?: readonly HelpExample[]
  readonly exitCodes?: readonly HelpExitCode[]
  /** Environment variables that belong to no single option. */
  readonly environment?: readonly { readonly name: string; readonly description: string }[]
  /** The reason for its deprecation. */
  readonly deprecated?: string
  /** Lines at the end, for instance where to read more. */
  readonly footer?: readonly string[]
}
