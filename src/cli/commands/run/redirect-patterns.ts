import { quoteWords } from '../../../internal/quote-words.ts'

/** The value of `--approve-redirect` that asks at the terminal. */
export const ASK = 'ask'

/**
 * Tests whether a pattern approves a command line. It has to match all of it; `*` stands for any text, in the
 * first word for any text of that word, so that a pattern names the program.
 */
export function approves(pattern: string, words: readonly string[]): boolean {
  const [program = '', ...rest] = pattern.split(' ')
  const expression = [
    toExpression(program, '[^ ]*'),
    ...rest.map((word) => toExpression(word, '.*')),
  ]
  return pattern !== '' && new RegExp(`^${expression.join(' ')}$`, 's').test(quoteWords(words))
}

function toExpression(word: string, any: string): string {
  const parts = word
    .split('*')
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return parts.join(any)
}
