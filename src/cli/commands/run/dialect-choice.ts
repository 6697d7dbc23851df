import { suretyError, type SuretyError } from '../../../contract/index.ts'
import {
  addDialect,
  isKnownDialect,
  knownDialectIds,
  type Dialect,
} from '../../../dialects/index.ts'

/** Resolves the value of `--dialect`; the dialect of a file is registered under its id. */
export async function dialectChoice(word: string): Promise<string | Dialect> {
  if (word === 'auto' || word === 'plain' || isKnownDialect(word)) return word
  if (!/[./\\]/.test(word)) throw unknown(word)
  const { loadDialectFile } = await import('./dialect-file.ts')
  const dialect = await loadDialectFile(word)
  addDialect(dialect.id, async () => dialect)
  return dialect
}

function unknown(word: string): SuretyError {
  const known = ['auto', 'plain', ...knownDialectIds()].join(', ')
  return suretyError('INVALID_CHOICE', `There is no dialect '${word}'.`, {
    target: word,
    phase: 'validation',
    retryable: false,
    suggestion: `Use one of ${known}, or the path of a dialect file.`,
  })
}
