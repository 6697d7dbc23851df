import type { DialectTraits } from '../dialect.ts'

/** Finds the word of a dialect for an error of the framework; undefined if the dialect has none of its own. */
export function wordFor(
  words: DialectTraits['frameworkErrors'] = {},
  code: string,
  exit: string,
): string | undefined {
  const key = [code, exit, '*'].find((each) => Object.hasOwn(words, each))
  return key === undefined ? undefined : words[key]
}
