/** Keywords of the shell, at the start of a command. */
const RESERVED =
  'if then else elif fi do done case esac while until for in function select time coproc'.split(' ')

/**
 * Quotes an argument list as a command line that a POSIX shell splits into exactly these words.
 */
export function quoteWords(words: readonly string[]): string {
  return words.map((word, index) => quoteWord(word, index === 0)).join(' ')
}

function quoteWord(word: string, isCommand: boolean): string {
  const plain = /^[A-Za-z0-9_@%+=:,./-]+$/.test(word)
  // At the start of a command, A=b is an assignment and `if` a keyword, unless quoted.
  const special = isCommand && (word.includes('=') || RESERVED.includes(word))
  return plain && !special ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
