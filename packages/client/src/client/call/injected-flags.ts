import { addWords, optionWords } from '@surety/internal/command-words.ts'

/** Adds `--flag=value` to a command line: before a `--`, else at the end. */
export function withFlag(argv: readonly string[], flag: string, value: string): readonly string[] {
  return addWords(argv, [`${flag}=${value}`])
}

/**
 * Adds a flag of the tool's own, such as `--cursor`, as two words: every reader of options takes these, and not all take
 * `=`. A value that looks like an option needs it.
 */
export function withOption(
  argv: readonly string[],
  flag: string,
  value: string,
): readonly string[] {
  return addWords(argv, value.startsWith('-') ? [`${flag}=${value}`] : [flag, value])
}

/** Gives the values of a flag, written as `--flag value` or `--flag=value`. */
export function flagValues(argv: readonly string[], flag: string): readonly string[] {
  const words = optionWords(argv)
  return words.flatMap((word, index) => {
    if (word === flag) return [words[index + 1] ?? '']
    return word.startsWith(`${flag}=`) ? [word.slice(flag.length + 1)] : []
  })
}

export function hasFlag(argv: readonly string[], flag: string): boolean {
  return flagValues(argv, flag).length > 0
}

export function withoutFlag(argv: readonly string[], flag: string): readonly string[] {
  const { length } = optionWords(argv)
  return argv.filter(
    (word, index) =>
      index >= length ||
      (word !== flag && !word.startsWith(`${flag}=`) && argv[index - 1] !== flag),
  )
}
