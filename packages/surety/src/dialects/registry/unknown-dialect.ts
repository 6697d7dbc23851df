import { closest } from '@surety/internal/closest.ts'
import { isDialectFile, knownDialectIds } from './load-dialect.ts'

/** What is wrong with a word that names a dialect: nothing with an id that is known, or with a file. */
export function unknownDialect(param: string, word: string | undefined) {
  const allowed = knownDialectIds()
  if (word === undefined || isDialectFile(word) || allowed.includes(word)) return []
  const near = closest(word, allowed)
  // Without a near one, the suggestion to callers lists them all.
  const known = near === undefined ? '' : ` Use ${allowed.join(', ')} or a dialect file.`
  const message = `${param}: there is no dialect '${word}'.${known}`
  const suggestion = near === undefined ? {} : { suggestion: near }
  return [{ param, code: 'INVALID_CHOICE', message, value: word, allowed, ...suggestion }]
}
