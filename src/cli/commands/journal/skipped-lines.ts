import type { JournalProblem } from '../../../client/index.ts'

/** Counts what could not be read of a journal. */
export class SkippedLines {
  #damaged = 0
  #first: JournalProblem | undefined
  readonly #unreadable: JournalProblem[] = []

  readonly add = (problem: JournalProblem): void => {
    if (problem.line === null) this.#unreadable.push(problem)
    else {
      this.#damaged += 1
      this.#first ??= problem
    }
  }

  /** Describes it in a few sentences; empty if everything could be read. */
  warnings(): readonly string[] {
    const found = this.#unreadable.map(({ file, message }) => `${file} ${message}; it was skipped.`)
    if (this.#first === undefined) return found
    const { file, line } = this.#first
    const count = this.#damaged === 1 ? '1 damaged line was' : `${this.#damaged} damaged lines were`
    return [...found, `${count} skipped, the first in ${file}, line ${line}.`]
  }
}
