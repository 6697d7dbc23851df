import { addDialect, isKnownDialect, loadDialectFile, type Dialect } from '../../dialects/index.ts'

/** Finds the dialect of a name or file, or a message that says why there is none. */
export type DialectFinder = (word: string) => Promise<FoundDialect>

/** A dialect to read with, or why there is none. */
export interface FoundDialect {
  readonly dialect?: string | Dialect
  readonly message?: string
}

/** Makes a finder that reads each dialect file once, however many lines name it. */
export function createDialectFinder(): DialectFinder {
  const files = new Map<string, Promise<Dialect>>()
  return async (word) => {
    if (word === 'auto' || word === 'plain' || isKnownDialect(word)) return { dialect: word }
    if (!/[./\\]/.test(word)) return { message: `there is no dialect '${word}'` }
    const loading = files.get(word) ?? loadDialectFile(word)
    files.set(word, loading)
    try {
      const dialect = await loading
      addDialect(dialect.id, async () => dialect)
      return { dialect }
    } catch (error) {
      return { message: error instanceof Error ? error.message : String(error) }
    }
  }
}
