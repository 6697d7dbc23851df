/** One requirement. */
export interface Requirement {
  readonly title: string
  /** A few words on each line of its acceptance list, in the order of the list. */
  readonly lines: readonly string[]
  /** Those that contract 1.16 adds; their numbers follow. */
  readonly added?: readonly string[]
}

/** Requirements by id. */
export type Requirements = Readonly<Record<string, Requirement>>

/** A remark on one acceptance line, by `REQ-F-011/3`. */
export type LineNotes = Readonly<Record<string, string>>

/** The generations of the contract that have acceptance lines. */
export const GENERATIONS = ['1.6', '1.16'] as const
export type LineGeneration = (typeof GENERATIONS)[number]

/** One acceptance line. */
export interface Line {
  /** `REQ-F-011/3` */
  readonly id: string
  readonly words: string
  readonly generations: readonly LineGeneration[]
}

/** Lists the lines of a requirement over all generations. */
export function linesOf(
  id: string,
  { lines, added = [] }: Requirement,
  dropped: readonly string[],
): readonly Line[] {
  return [...lines, ...added].map((words, index) => {
    const line = `${id}/${index + 1}`
    const generations: readonly LineGeneration[] =
      index >= lines.length ? ['1.16'] : dropped.includes(line) ? ['1.6'] : GENERATIONS
    return { id: line, words, generations }
  })
}
