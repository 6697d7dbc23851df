import type { JsonValue } from '../../contract/index.ts'

export type ForeignOptionType = 'boolean' | 'string' | 'number' | 'count' | 'list'

/** An option of a command, in the words of no framework; what a framework does not say is undefined or empty. */
export interface ForeignOption {
  /** The long name without dashes as the framework spells it; the letter of an option without one. */
  readonly name: string
  /** Exactly as the framework reads it: `--title`, or `-t` for an option without a long name. */
  readonly spelling: string
  readonly short?: string | undefined
  /** Further long names, without dashes. */
  readonly aliases?: readonly string[]
  readonly type: ForeignOptionType
  readonly description?: string | undefined
  /** Whether `--no-<name>` switches it off. */
  readonly isNegatable?: boolean | undefined
  /** Whether the value may be left out: `--color [when]`. */
  readonly hasOptionalValue?: boolean
  /** Whether one mention takes all words up to the next option: `--tag a b c`. */
  readonly isGreedy?: boolean | undefined
  /** The most values that one mention takes, if it takes several. */
  readonly maxValues?: number | undefined
  /** Whether several mentions with different values are a list to the program. */
  readonly keepsRepeats?: boolean
  /** Whether a switch takes `true` or `false` as its value if that is the next word. */
  readonly takesTruthWord?: boolean
  readonly choices?: readonly string[] | undefined
  /** The value without the option, if JSON can hold it. */
  readonly default?: JsonValue | undefined
  readonly env?: string | undefined
  readonly isRequired?: boolean
  readonly isHidden?: boolean | undefined
  /** Whether its value must never be shown. */
  readonly isSecret?: boolean
  /** The names of options that cannot be given together with it. */
  readonly conflicts?: readonly string[]
}

export interface ForeignPositional extends Pick<
  ForeignOption,
  'name' | 'description' | 'isSecret' | 'choices' | 'default'
> {
  readonly isRequired: boolean
  readonly isVariadic: boolean
  readonly type?: ForeignOptionType | undefined
}

/** A command or a group of them; the root is the program itself. */
export interface ForeignCommand {
  /** The word that calls it; empty for the root. */
  readonly name: string
  readonly aliases: readonly string[]
  readonly description: string
  readonly isHidden: boolean
  readonly isDeprecated?: boolean
  readonly positionals: readonly ForeignPositional[]
  /** Its own options, which its subcommands accept as well. */
  readonly options: readonly ForeignOption[]
  readonly commands: readonly ForeignCommand[]
  /** Whether it does something itself, and does not only hold commands. */
  readonly isRunnable: boolean
  /** The name of the subcommand that runs when the call names none. */
  readonly defaultCommand?: string | undefined
  readonly allowsUnknownOptions?: boolean
  /** Whether such an option takes the word after it as its value. */
  readonly unknownOptionsTakeValue?: boolean
  /** Whether more words than it has arguments are accepted. */
  readonly allowsExtraWords?: boolean
  /** Whether everything after the first word is passed on unread. */
  readonly passesThrough?: boolean
  /** Of the root: what the framework writes between the names of a path, if that is one word: `issue:list`. */
  readonly pathSeparator?: string
}

/** What a framework said about words that it refused. */
export interface RefusedWords {
  /** One of surety's own codes, such as `UNKNOWN_FLAG`. */
  readonly code: string
  readonly message: string
  /** The option or argument, as the caller writes it. */
  readonly param?: string | undefined
  readonly value?: string | undefined
  readonly allowed?: readonly string[] | undefined
  readonly suggestion?: string | undefined
}

/** How a framework sees an error that ended a call. */
export type ForeignError =
  /** The words were refused before anything ran. */
  | { readonly kind: 'refused'; readonly problem: RefusedWords }
  /** It ended the call with an exit number on purpose, as after its help. */
  | { readonly kind: 'exit'; readonly code: number; readonly message?: string | undefined }
  /** The program threw it. */
  | { readonly kind: 'thrown' }

/** A program of any framework, as the engine sees it. */
export interface ForeignProgram {
  readonly name: string
  readonly version: string | undefined
  readonly description: string
  readonly root: ForeignCommand
  /** Whether the words of the command must stand before all options. */
  readonly putsCommandFirst?: boolean
  /** Has the framework run what the words name; gives what the action returned, and never ends the process. */
  readonly invoke: (words: readonly string[]) => Promise<unknown>
  /** Tells what kind of error `invoke` rejected with. */
  readonly classify: (error: unknown) => ForeignError
}

export const CONTRACT_COMMANDS: readonly string[] = [
  'manifest',
  'completion',
  '__complete',
  'skills',
  'agent-guide',
  'schema',
  'check-permissions',
]

/** A command and those above it, outermost first. */
export type Chain = readonly ForeignCommand[]

/** Lists all commands of a program, each with those above it; the root comes first. */
export function chainsOf(root: ForeignCommand, above: Chain = []): readonly Chain[] {
  const chain = [...above, root]
  return [chain, ...root.commands.flatMap((child) => chainsOf(child, chain))]
}

/** The path of a command as declarations name it; the root has the empty path. */
export function pathOf(chain: Chain): string {
  return chain
    .slice(1)
    .map(({ name }) => name)
    .join(' ')
}

/** A place among names that are paths, such as `issue:list`: a command, a group of them or both. */
export class NamedPlace<Command> {
  readonly below = new Map<string, NamedPlace<Command>>()
  command: Command | undefined

  at([first, ...rest]: readonly string[]): NamedPlace<Command> {
    if (first === undefined) return this
    const place = this.below.get(first) ?? new NamedPlace<Command>()
    this.below.set(first, place)
    return place.at(rest)
  }
}

/** Keeps a default of a framework that JSON can hold as it is. */
export function toDefault(value: unknown): JsonValue | undefined {
  if (['string', 'number', 'boolean'].includes(typeof value)) return value as JsonValue
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isTexts ? value : undefined
}

/** Notes what an action returned, or what its promise gives. */
export function noteResult(returned: unknown, note: (value: unknown) => void): unknown {
  if (isThenable(returned)) return returned.then(note)
  note(returned)
  return returned
}

export function isThenable(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
