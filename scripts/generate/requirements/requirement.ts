/** What the spec says about how urgent a requirement is. */
export const PRIORITIES = ['P0', 'P1', 'P2', 'P3'] as const
export type Priority = (typeof PRIORITIES)[number]

/** One requirement. */
export interface Requirement {
  readonly title: string
  /** Without one P0. The others are shown in the newest generation alone. */
  readonly priority?: Priority
  /** A few words on each line of its acceptance list, in the order of the list. */
  readonly lines: readonly string[]
}

/** Requirements by id. */
export type Requirements = Readonly<Record<string, Requirement>>

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
  { lines }: Requirement,
  added: readonly string[],
  dropped: readonly string[],
): readonly Line[] {
  return [...lines, ...added].map((words, index) => {
    const line = `${id}/${index + 1}`
    const generations: readonly LineGeneration[] =
      index >= lines.length ? ['1.16'] : dropped.includes(line) ? ['1.6'] : GENERATIONS
    return { id: line, words, generations }
  })
}

/** What a list of requirements holds, and what the newest generation adds to it and drops. */
export interface LineList {
  readonly requirements: Requirements
  readonly added: Readonly<Record<string, readonly string[]>>
  readonly dropped: readonly string[]
}

/** Reads a list: a requirement with its title, then its lines; `+` adds one in 1.16, `x` is dropped there. */
export function readLines(text: string, priority: Priority): LineList {
  const requirements: Record<string, Requirement & { readonly lines: string[] }> = {}
  const added: Record<string, string[]> = {}
  const dropped: string[] = []
  let id = ''
  for (const line of text.split('\n').filter(Boolean)) {
    if (line.startsWith('REQ-')) {
      id = line.slice(0, 9)
      requirements[id] = { title: line.slice(10), priority, lines: [] }
      added[id] = []
    } else if (line.startsWith('+ ')) added[id]!.push(line.slice(2))
    else {
      const { lines } = requirements[id]!
      lines.push(line.replace(/^x /, ''))
      if (line.startsWith('x ')) dropped.push(`${id}/${lines.length}`)
    }
  }
  return { requirements, added, dropped }
}
