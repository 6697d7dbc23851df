// How a command line is read where no declaration says more: what an option is, and where options end.

const NUMBER = /^-(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Tests whether a word begins as an option and is a number all the same: `-5`. */
export function isNegative(word: string): boolean {
  return NUMBER.test(word)
}

/** Tests whether a word is an option, or the `--` that ends them; `-`, `-5` and `- text` are not. */
export function isOption(word: string): boolean {
  return /^-\S/.test(word) && !isNegative(word)
}

/** Gives the words that may be options: those before a `--`. */
export function optionWords(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end === -1 ? argv : argv.slice(0, end)
}

/** Adds words before a `--`, behind which nothing is an option. */
export function addWords(argv: readonly string[], added: readonly string[]): readonly string[] {
  const words = optionWords(argv)
  return [...words, ...added, ...argv.slice(words.length)]
}

/** Gives the words before the first option. */
export function leadingWords(argv: readonly string[]): readonly string[] {
  const end = argv.findIndex((word) => word.startsWith('-'))
  return end === -1 ? argv : argv.slice(0, end)
}
