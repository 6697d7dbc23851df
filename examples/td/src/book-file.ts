import { DamagedFile, JsonFile } from '../../store/json-file.ts'
import { emptyBook, type Book } from './tasks.ts'

/** A failure of the file of tasks. The framework recognises its code and copies the suggestion. */
class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code = 'api_error'
  readonly suggestion: string

  constructor(message: string, suggestion: string, cause?: unknown) {
    super(message, { cause })
    this.suggestion = suggestion
  }
}

/** The file of tasks; a damaged one is reported and never overwritten. */
class BookFile extends JsonFile<Book> {
  override async read(): Promise<Book> {
    const book: unknown = await super.read().catch((error: unknown) => {
      throw error instanceof DamagedFile ? this.#damaged() : this.#unusable(error)
    })
    if (!isBook(book)) throw this.#damaged()
    return book
  }

  override async update<R>(change: (book: Book) => { document: Book; result: R }): Promise<R> {
    try {
      return await super.update(change)
    } catch (error) {
      throw isSystemError(error) ? this.#unusable(error) : error
    }
  }

  #damaged(): StoreError {
    const { path } = this
    return new StoreError(`${path} does not hold tasks.`, `Correct ${path}, or move it away.`)
  }

  #unusable(error: unknown): StoreError {
    const { path } = this
    const reason = isSystemError(error) ? error.code : String(error)
    return new StoreError(
      `${path} cannot be used (${reason}).`,
      `Make ${path} readable and writable, or set TD_DATA_DIR to another folder.`,
      error,
    )
  }
}

/** Opens the book of tasks in a file. */
export function openBook(path: string): JsonFile<Book> {
  return new BookFile(path, emptyBook)
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string'
}

function isBook(value: unknown): value is Book {
  if (typeof value !== 'object' || value === null) return false
  const { next, tasks, projects, labels } = value as Partial<Book>
  return typeof next === 'number' && [tasks, projects, labels].every(Array.isArray)
}
