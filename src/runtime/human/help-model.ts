/** A positional argument as help shows it. */
export interface HelpArgument {
  readonly name: string
  readonly description?: string
  readonly required?: boolean
  /** Whether it takes all that is left. */
  readonly variadic?: boolean
  readonly default?: string
  readonly choices?: readonly string[]
}

/** An option as help shows it. */
export interface HelpOption {
  /** All spellings, short ones first: `['-l', '--limit']`. */
  readonly flags: readonly string[]
  /** What stands for its value, without brackets: `n`. Left out for switches. */
  readonly value?: string
  readonly description?: string
  readonly default?: string
  readonly choices?: readonly string[]
  readonly required?: boolean
  readonly repeatable?: boolean
  /** Environment variable that gives it as well. */
  readonly env?: string
  readonly deprecated?: string
  /** Heading to list it under; default "Options". */
  readonly group?: string
}

/** A command as the help of its group lists it. */
export interface HelpCommand {
  readonly name: string
  readonly description?: string
  readonly aliases?: readonly string[]
  readonly danger?: 'safe' | 'mutating' | 'destructive'
  readonly deprecated?: string
  /** Heading to list it under; default "Commands". */
  readonly group?: string
}

/** An invocation with the reason to use it. */
export interface HelpExample {
  readonly command: string
  readonly description?: string
}

/** An exit code that a command can end with. */
export interface HelpExitCode {
  readonly number: number
  readonly name: string
  readonly description?: string
}

/** Everything that a help page shows, as data. */
export interface HelpModel {
  /** The tool's name. */
  readonly name: string
  readonly version?: string
  /** Words of the command below the tool, none at the root. */
  readonly path: readonly string[]
  readonly summary: string
  /** More than the summary says, in paragraphs. */
  readonly description?: string
  /** Ways to call it, tool name included; derived when left out. */
  readonly usage?: readonly string[]
  readonly danger?: 'safe' | 'mutating' | 'destructive'
  readonly arguments?: readonly HelpArgument[]
  readonly options?: readonly HelpOption[]
  readonly globalOptions?: readonly HelpOption[]
  readonly commands?: readonly HelpCommand[]
  readonly examples?: readonly HelpExample[]
  readonly exitCodes?: readonly HelpExitCode[]
  /** Environment variables that matter beyond single options. */
  readonly environment?: readonly { readonly name: string; readonly description: string }[]
  /** Why not to use it any more. */
  readonly deprecated?: string
  /** Lines under "Learn more". */
  readonly footer?: readonly string[]
}
