/** An instance of yargs, by the member that the types of every version have. */
export interface YargsProgram<Argv = unknown> {
  parseAsync(argv: readonly string[]): Promise<Argv>
}

/** What a program does with the words that yargs has read, if it does not do it in handlers of commands. */
export type YargsMain<Argv = never> = (argv: Argv) => unknown

/** What yargs knows of the options of one command. Lists and keys hold names without dashes. */
export interface YargsOptions {
  readonly key: Readonly<Record<string, unknown>>
  readonly alias: Readonly<Record<string, readonly string[]>>
  readonly array: readonly string[]
  readonly boolean: readonly string[]
  readonly count: readonly string[]
  readonly number: readonly string[]
  readonly string: readonly string[]
  readonly hiddenOptions: readonly string[]
  readonly narg: Readonly<Record<string, number>>
  readonly default: Readonly<Record<string, unknown>>
  readonly choices: Readonly<Record<string, readonly unknown[]>>
  readonly demandedOptions: Readonly<Record<string, unknown>>
  readonly demandedCommands: { readonly _?: { readonly min: number } }
  readonly config: Readonly<Record<string, unknown>>
  readonly configObjects: readonly object[]
  readonly envPrefix?: string
}

/** A positional argument in the words of a command: `<name>`, `[name|alias..]`. */
export interface YargsPositional {
  readonly cmd: readonly [string, ...string[]]
  readonly variadic: boolean
}

export interface YargsEntry {
  readonly original: string
  readonly description?: string | false
  readonly builder: ((yargs: YargsInternals, isHelp: boolean) => unknown) | object
  handler: (argv: unknown) => unknown
  readonly deprecated?: unknown
  readonly demanded: readonly YargsPositional[]
  readonly optional: readonly YargsPositional[]
}

export interface YargsCommands {
  readonly handlers: Readonly<Record<string, YargsEntry>>
  readonly aliasMap: Readonly<Record<string, string>>
  readonly defaultCommand?: YargsEntry
  readonly shim: { readonly y18n: { getLocale(): string; setLocale(locale: string): void } }
  readonly globalMiddleware: { getMiddleware(): readonly YargsMiddleware[] }
  addHandler(...given: unknown[]): void
}

/** What yargs calls before a handler: functions of the program, and its own for `check()` and `coerce`. */
export type YargsMiddleware = ((...given: unknown[]) => unknown) & {
  /** The option whose value is converted. */
  readonly option?: string
}

/** An instance of yargs 17 or later with what its types leave out. */
export interface YargsInternals extends YargsProgram {
  readonly $0: string
  getInternalMethods(): {
    getCommandInstance(): YargsCommands
    getContext(): { readonly commands: string[]; readonly fullCommands: string[] }
    getParserConfiguration(): Readonly<Record<string, unknown>>
    getUsageInstance(): {
      getDescriptions(): Readonly<Record<string, unknown>>
      getUsage(): readonly (readonly [message: string, description: string])[]
      showVersion(write: (version: unknown) => void): void
    }
    /** The methods with which yargs refuses words, by what each checks. */
    getValidationInstance(): Record<string, unknown> & {
      getConflicting(): Readonly<Record<string, readonly unknown[]>>
    }
  }
  getOptions(): YargsOptions
  getStrict(): boolean
  getStrictOptions(): boolean
  getStrictCommands(): boolean
  exitProcess(isEnabled: boolean): unknown
  fail(react: (message: string | null, error: unknown) => void): unknown
  option(name: string, facts: unknown): unknown
}

export function internalsOf(program: YargsProgram): YargsInternals {
  const yargs = program as YargsInternals
  if (typeof yargs.getInternalMethods !== 'function')
    throw new TypeError('surety/yargs needs an instance of yargs 17 or later.')
  return yargs
}

/** Tests for the handler that yargs gives to a command without one. */
export function isEmptyHandler({ handler }: YargsEntry): boolean {
  return /^\(\)\s*=>\s*\{\s*\}$/.test(String(handler))
}

/** Returns the names of the options with which yargs itself shows its help or the version. */
export function textOptions(program: YargsProgram): readonly string[] {
  const yargs = internalsOf(program)
  const texts = yargs.getInternalMethods().getUsageInstance().getDescriptions()
  const { alias } = yargs.getOptions()
  const own = Object.keys(texts).filter((name) => OWN_TEXTS.includes(texts[name]))
  return [
    ...own,
    ...Object.entries(alias).flatMap(([key, names]) => {
      const all = [key, ...names]
      return all.some((name) => own.includes(name)) ? all : []
    }),
  ]
}

/** What yargs writes about these options, before it is translated. */
const OWN_TEXTS: readonly unknown[] = [
  '__yargsString__:Show help',
  '__yargsString__:Show version number',
]

export function nameOf(program: YargsProgram): string {
  const { $0 } = program as YargsInternals
  return /([^/\\\s]*?)(?:\.[cm]?[jt]s)?$/.exec($0 ?? '')?.[1] || 'program'
}
