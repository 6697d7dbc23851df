import { PATTERN_FLAGS } from 'surety/unstable/description'

export interface PatternTask {
  readonly pattern: string
  readonly texts: readonly string[]
  /** Whether `^` and `$` are the ends of the whole text, of which nothing is left out: for values of callers. */
  readonly isWhole?: boolean
  /** Whether the line in which a match begins is wanted, as group `0`. */
  readonly wantsLine?: boolean
}

/** For each text the groups that matched, null if the pattern did not; or that the time was up. */
export type Matches = readonly (Readonly<Record<string, string | undefined>> | null)[] | 'too slow'

/** The time for all patterns of an answer together, and then for each: on some texts some patterns take years. */
const TOGETHER_MS = 500
const ALONE_MS = 250
const TOTAL_MS = 3000
/** Honest patterns on long output get more: a millisecond for so many characters. */
const CHARACTERS_PER_MS = 1000
/** Characters of a text that a pattern sees, counted from its end, where programs say why they failed. */
const MAX_CHARACTERS = 65_536

/** Tries patterns in a realm of their own, because only there a match that takes too long can be ended. */
export async function matchPatterns(tasks: readonly PatternTask[]): Promise<readonly Matches[]> {
  if (tasks.length === 0) return []
  const { runInNewContext } = await import('node:vm')
  const end = performance.now() + TOTAL_MS + extraMs(tasks)
  const attempt = (some: readonly PatternTask[], timeout: number): readonly Matches[] => {
    if (performance.now() > end) return some.map(() => 'too slow')
    const given = some.map(({ pattern, texts, isWhole = false, wantsLine }) => ({
      pattern,
      wantsLine,
      flags: isWhole ? 'u' : PATTERN_FLAGS,
      texts: isWhole ? texts : texts.map((text) => text.slice(-MAX_CHARACTERS)),
    }))
    try {
      const options = { timeout: timeout + extraMs(some) }
      const found: unknown = runInNewContext(SCRIPT, { given: JSON.stringify(given) }, options)
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

function extraMs(tasks: readonly PatternTask[]): number {
  const texts = tasks.flatMap((task) => task.texts)
  const size = texts.reduce((sum, text) => sum + Math.min(text.length, MAX_CHARACTERS) + 10, 0)
  return Math.ceil(size / CHARACTERS_PER_MS)
}

const SCRIPT = `JSON.stringify(JSON.parse(given).map(({ pattern, wantsLine, flags, texts }) => {
  const compiled = new RegExp(pattern, flags)
  return texts.map((text) => {
    const found = compiled.exec(text)
    if (!wantsLine || !found) return found && { ...found.groups, 1: found[1] }
    const at = found.index + found[0].search(/[^\\n]|$/)
    const [line] = text.slice(text.lastIndexOf('\\n', at - 1) + 1).split('\\n', 1)
    return { ...found.groups, 0: line, 1: found[1] }
  })
}))`
