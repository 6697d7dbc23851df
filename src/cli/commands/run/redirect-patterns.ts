import { quoteWords } from '../../../internal/shell-words.ts'

/** The value of `--approve-redirect` that asks at the terminal. */
export const ASK = 'ask'

/**
 * Tests whether a pattern approves a command line. It has to match all of it; `*` stands for any text.
 * There is no way to approve everything by accident: an empty pattern matches nothing.
 */
export function approves(pattern: string, words: readonly string[]): boolean {
  const parts = pattern
    .split('*')
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return pattern !== '' && new RegExp(`^${parts.join('.*')}$`, 's').test(quoteWords(words))
}
