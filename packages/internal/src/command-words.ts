// Where the options of a command line end, if no declaration says more.

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
