import type { FrameworkFlag } from '../declare/framework-flag.ts'

/** The words of a call, read once for its route, its output and its requests for help. */
export interface CommandLine {
  readonly argv: readonly string[]
  /** The options before `--`, in order. */
  readonly flags: readonly LineFlag[]
  /** The words before `--` that are neither options nor values of options that every command may have. */
  readonly words: readonly { readonly text: string; readonly at: number }[]
  /** The place of `--`; without one the number of words. */
  readonly end: number
}

export interface LineFlag {
  /** With its dashes and without its value. */
  readonly name: string
  /** What follows its `=`; without one the next word, if there is one. */
  readonly value: string | undefined
  readonly isJoined: boolean
  readonly takesNext: boolean
  readonly at: number
  /** The flag of the framework that has its name. */
  readonly row: FrameworkFlag | undefined
}

/** Knows the options that every command may have; the next word is given if an option could take it. */
export type FlagReader = (
  flag: string,
  next: string | undefined,
) => Pick<LineFlag, 'takesNext' | 'row'>

const UNKNOWN = { takesNext: false, row: undefined }

/** Splits the words of a call; a line of words alone needs no reader of flags. */
export function splitCommandLine(argv: readonly string[], read?: FlagReader): CommandLine {
  const flags: LineFlag[] = []
  const words: { text: string; at: number }[] = []
  let at = 0
  for (; at < argv.length && argv[at] !== '--'; at += 1) {
    const text = argv[at]!
    if (!isFlag(text)) {
      words.push({ text, at })
      continue
    }
    const equals = text.indexOf('=')
    const isJoined = equals >= 0
    const name = isJoined ? text.slice(0, equals) : text
    const next = argv[at + 1]
    const value = isJoined ? text.slice(equals + 1) : next
    const isFree = !isJoined && next !== undefined && !isFlag(next)
    const found = read?.(name, isFree ? next : undefined) ?? UNKNOWN
    flags.push({ name, value, isJoined, at, ...found })
    if (found.takesNext) at += 1
  }
  return { argv, flags, words, end: at }
}

/** Tests for an option with one of these names and without a value. */
export function hasFlag(
  { flags }: Pick<CommandLine, 'flags'>,
  ...names: readonly string[]
): boolean {
  return flags.some(({ name, isJoined }) => !isJoined && names.includes(name))
}

export function isFlag(word: string): boolean {
  return word.startsWith('-') && word.length > 1
}
