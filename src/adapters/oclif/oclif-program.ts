/** A flag of a command as oclif describes it. */
export interface OclifFlag {
  readonly name: string
  readonly type: 'boolean' | 'option'
  readonly char?: string
  readonly aliases?: readonly string[]
  readonly charAliases?: readonly string[]
  readonly description?: string
  readonly summary?: string
  readonly allowNo?: boolean
  readonly multiple?: boolean
  readonly multipleNonGreedy?: boolean
  readonly options?: readonly string[]
  readonly default?: unknown
  readonly env?: string
  readonly required?: boolean
  readonly hidden?: boolean
  readonly exclusive?: readonly string[]
}

/** An argument of a command as oclif describes it. */
export interface OclifArg {
  readonly name: string
  readonly description?: string
  readonly required?: boolean
  readonly multiple?: boolean
  readonly options?: readonly string[]
  readonly default?: unknown
}

/** A command as oclif knows it before its class is loaded. */
export interface OclifCommand {
  readonly id: string
  readonly aliases: readonly string[]
  readonly hiddenAliases?: readonly string[]
  readonly description?: string
  readonly summary?: string
  readonly hidden?: boolean
  readonly state?: unknown
  readonly strict?: boolean
  readonly enableJsonFlag?: boolean
  readonly flags: Readonly<Record<string, OclifFlag>>
  readonly args: Readonly<Record<string, OclifArg>>
  load(): Promise<{ readonly prototype: object }>
}

/** The program as oclif loads it. */
export interface OclifConfig {
  readonly bin: string
  readonly version: string
  readonly topicSeparator: string
  readonly isSingleCommandCLI: boolean
  readonly commands: readonly OclifCommand[]
  readonly topics: readonly { readonly name: string; readonly description?: string }[]
  readonly pjson: { readonly description?: string }
  findCommand(id: string): OclifCommand | undefined
}

/** The members of `@oclif/core` that the adapter calls. */
export interface OclifCore {
  readonly Config: { load(folder: string): Promise<OclifConfig> }
  readonly run: (argv: readonly string[], config: OclifConfig) => Promise<unknown>
  readonly execute: (options: {
    readonly args: readonly string[]
    readonly dir: string
  }) => Promise<unknown>
}

/** What the package of a program says to oclif. */
export interface OclifPackage {
  readonly name?: string
  readonly oclif?: {
    readonly bin?: string
    readonly additionalHelpFlags?: readonly string[]
    readonly additionalVersionFlags?: readonly string[]
  }
}
