/** A pattern and the texts to try it on. */
export interface PatternTask {
  readonly pattern: string
  readonly texts: readonly string[]
}

/** For each text the groups that matched, null if the pattern did not; or that the time was up. */
export type Matches = readonly (Readonly<Record<string, string | undefined>> | null)[] | 'too slow'

/**
 * The time for all patterns of an answer together, and then for each alone. A pattern comes from the author of
 * the description, but the text does not, and on some texts some patterns take years.
 */
const TOGETHER_MS = 500
const ALONE_MS = 250
const TOTAL_MS = 3000
/** Characters of a text that a pattern sees, counted from its end, where programs say why they failed. */
const MAX_CHARACTERS = 65_536

const FLAGS = 'mu'

/** Returns what is wrong with a pattern; undefined if nothing is. */
export function patternProblem(pattern: string): string | undefined {
  try {
    void new RegExp(pattern, FLAGS)
    return undefined
  } catch (error) {
    return `${(error as Error).message}; it is a regular expression of JavaScript with the flags ${FLAGS}`
  }
}

/** Tries patterns in a realm of their own, because only there a match that takes too long can be ended. */
export async function matchPatterns(tasks: readonly PatternTask[]): Promise<readonly Matches[]> {
  if (tasks.length === 0) return []
  const { runInNewContext } = await import('node:vm')
  const end = performance.now() + TOTAL_MS
  const attempt = (some: readonly PatternTask[], timeout: number): readonly Matches[] => {
    if (performance.now() > end) return some.map(() => 'too slow')
    const texts = JSON.stringify(some, (_key, value: unknown) =>
      typeof value === 'string' ? value.slice(-MAX_CHARACTERS) : value,
    )
    try {
      const found: unknown = runInNewContext(SCRIPT, { texts, flags: FLAGS }, { timeout })
      return JSON.parse(String(found)) as Matches[]
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      return some.map(() => 'too slow')
    }
  }
  const together = attempt(tasks, TOGETHER_MS)
  if (!together.includes('too slow')) return together
  // One of them is to blame, and the others still count.
  return tasks.flatMap((task) => attempt([task], ALONE_MS))
}

const SCRIPT = `JSON.stringify(JSON.parse(texts).map(({ pattern, texts }) => {
  const compiled = new RegExp(pattern, flags)
  return texts.map((text) => {
    const found = compiled.exec(text)
    return found && { ...found.groups, 1: found[1] }
  })
}))`
