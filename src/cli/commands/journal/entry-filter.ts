import type { JournalEntry, JournalProblem, StatsFilter } from '../../../client/index.ts'
import type { ValuesOf } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { text } from '../../input/option-kinds.ts'

/** Options that select entries of the journal. */
export const filterOptions = {
  since: s.duration().optional().describe('Only entries of the last 24h, 7d and so on'),
  tool: text('Only this tool, by its full name or the last part of it'),
  command: text('Only this command of the tool'),
  operation: text('Only this operation, such as write'),
  target: text('Only this target'),
  code: text('Only this error code'),
  exitCode: s.integer().optional().describe('Only this exit code of the tool'),
}

/** The conditions that an entry must meet. */
export type EntryFilter = Omit<StatsFilter, 'until'> & { readonly isFailure?: boolean }

/** Converts the options to conditions. */
export function toFilter(
  { since, exitCode, ...exact }: Partial<ValuesOf<typeof filterOptions>>,
  now: Date,
): EntryFilter {
  const given = Object.entries(exact).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(filterOptions, name),
  )
  return {
    ...(Object.fromEntries(given) as EntryFilter),
    ...(exitCode !== undefined && { exit_code: exitCode }),
    ...(since !== undefined && { since: new Date(now.getTime() - since) }),
  }
}

/** Passes on the entries that meet every condition. */
export async function* withFilter(
  entries: AsyncIterable<JournalEntry>,
  filter: EntryFilter,
): AsyncGenerator<JournalEntry> {
  for await (const entry of entries) if (passes(entry, filter)) yield entry
}

/** Tests one entry. */
export function passes(entry: JournalEntry, filter: EntryFilter): boolean {
  const { since, tool, isFailure = false, ...exact } = filter
  if (since !== undefined && entry.time < since.toISOString()) return false
  if (isFailure && entry.outcome !== 'failure') return false
  if (tool !== undefined && !isNamed(entry.tool, tool)) return false
  return Object.entries(exact).every(
    ([name, value]) => value === undefined || entry[name as keyof JournalEntry] === value,
  )
}

/** Tools are recorded with their full path; people use the last part. */
function isNamed(key: string, name: string): boolean {
  return key === name || key.split(/[\\/ ]/).at(-1) === name
}

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
