const NUMBER = /^-(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** Tests whether a word begins as an option and is a number all the same: `-5`. */
export function isNegative(word: string): boolean {
  return NUMBER.test(word)
}

/** Tests whether a word is an option, or the `--` that ends them; `-`, `-5` and `- text` are not. */
export function isOption(word: string): boolean {
  return /^-\S/.test(word) && !isNegative(word)
}
