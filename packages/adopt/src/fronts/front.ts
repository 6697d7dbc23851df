import type { Heard } from '../catch/heard.ts'

/** An option, as its framework describes it. */
export interface ForeignOption {
  /** As it is typed: `--state`, `-s`. */
  readonly flags: readonly string[]
  /** All but `boolean` take a value. */
  readonly type: 'string' | 'number' | 'boolean' | 'array'
  readonly description?: string | undefined
  readonly choices?: readonly string[] | undefined
  readonly default?: unknown
  readonly isRequired?: boolean | undefined
  readonly isHidden?: boolean | undefined
}

export interface ForeignArgument {
  readonly name: string
  readonly isRequired: boolean
  readonly isVariadic: boolean
  readonly description?: string | undefined
  readonly choices?: readonly string[] | undefined
}

/** A command or a group of them; the root is the program itself. */
export interface ForeignCommand {
  /** Its name and its aliases; none for the root. A name can be a path: `issue:list`. */
  readonly names: readonly string[]
  readonly description?: string | undefined
  readonly isHidden?: boolean | undefined
  /** Whether it does something itself. */
  readonly runs: boolean
  readonly options: readonly ForeignOption[]
  readonly args: readonly ForeignArgument[]
  readonly commands: readonly ForeignCommand[]
}

/** Spells the names of an option as they are typed. */
export const spelled = (names: readonly string[]): readonly string[] =>
  names.map((name) => (name.length === 1 ? `-${name}` : `--${name}`))

/** A program of which nothing is known. */
export const NOTHING: ForeignCommand = {
  names: [],
  runs: false,
  options: [],
  args: [],
  commands: [],
}

/** A call that asks, to which a framework tells what it does. */
export interface Watch {
  readonly heard: Heard
  /** All words of the call. */
  readonly all: readonly string[]
  /** The words of the call without ours. */
  readonly words: readonly string[]
  /** The words of ours that were taken out of it. */
  readonly taken: readonly string[]
  readonly isManifest: boolean
  /** Hears what the program is made of when it starts to parse; true if our flags are its own, and it has everything back. */
  readonly isOwn: (root: ForeignCommand, command?: ForeignCommand) => boolean
  /** Runs a command, unless it must not run, and notes what it gives or throws. */
  readonly act: (path: readonly string[], run: () => unknown) => unknown
}

/** How programs of a framework are known, read and listened to; the objects are the owner's, and nothing is imported. */
export interface Front {
  readonly fits: (program: object) => boolean
  /** Whether it lets words pass that are in no list. */
  readonly isLoose?: boolean
  /** Whether only a sentence on stderr says why it refuses. */
  readonly readsText?: boolean
  /** Reads the tree, as far as it is there, without running anything. */
  readonly read: (program: never) => ForeignCommand
  /** Listens to what the framework says; gives the program to run. */
  readonly listen: (program: never, watch: Watch) => unknown
}

/** Gives a list of words without ours, which it has if it was copied before they were taken out of the call. */
export function withoutTaken(given: unknown, { all, words, taken }: Watch): unknown {
  if (!Array.isArray(given) || given === process.argv || taken.length === 0) return given
  const start = given.length - all.length
  if (start >= 0 && all.every((word, at) => given[start + at] === word))
    return [...(given as unknown[]).slice(0, start), ...words]
  const rest = [...(given as unknown[])]
  let from = 0
  for (const word of taken) {
    from = rest.indexOf(word, from)
    if (from < 0) return given
    rest.splice(from, 1)
  }
  return rest
}
