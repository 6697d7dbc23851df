import type { Heard } from '../catch/heard.ts'

/** An option, as its framework describes it. */
export interface ForeignOption {
  /** As it is typed: `--state`, `-s`. */
  readonly flags: readonly string[]
  readonly takesValue: boolean
  readonly type?: 'string' | 'number' | 'boolean' | 'array' | undefined
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

/** What the catcher does while a program of one framework runs. */
export interface Watch {
  readonly heard: Heard
  /** All words of the call. */
  readonly all: readonly string[]
  /** The words of the call without ours. */
  readonly words: readonly string[]
  /** The words of ours that were taken out of it. */
  readonly taken: readonly string[]
  /** Tests, when the program starts to parse, whether our flags are its own after all; it then has everything back. */
  readonly isOwn: (root: ForeignCommand) => boolean
  /** Answers by itself where only a run tells that this is asked: true if it did. */
  readonly onCommand: (
    command: ForeignCommand,
    root: () => ForeignCommand,
  ) => 'run' | 'hand back' | 'answered'
}

/** How programs of a framework are known, read and listened to; the objects are the owner's, and nothing is imported. */
export interface Front {
  readonly fits: (program: object) => boolean
  /** Reads the tree, as far as it is there, without running anything. */
  readonly read: (program: never) => ForeignCommand
  /** Loads what is not there yet, and reads all of it. */
  readonly load?: (program: never) => Promise<ForeignCommand>
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

/** Notes what a call gives or throws, now or later, and passes it on. */
export function noted(heard: Heard, call: () => unknown): unknown {
  const threw = (error: unknown): never => {
    heard.thrown = { error }
    throw error
  }
  const gave = (value: unknown) => (heard.returned = value)
  try {
    const given = call()
    if (typeof (given as { then?: unknown } | null | undefined)?.then === 'function')
      return (given as Promise<unknown>).then(gave, threw)
    return gave(given)
  } catch (error) {
    return threw(error)
  }
}
