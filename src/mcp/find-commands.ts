import type { ServedCommand } from './served-tool.ts'

/** Finds commands for some words, best first; all of them, in order, for none. */
export function findCommands(
  commands: readonly ServedCommand[],
  query: string,
): readonly ServedCommand[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return commands
  return commands
    .map((command) => ({ command, score: scoreOf(command, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ command }) => command)
}

/** A word in the name counts more than one in the description, and a whole word more than a part of one. */
function scoreOf({ name, aliases, description }: ServedCommand, words: readonly string[]): number {
  const names = [name, ...aliases].join(' ').toLowerCase()
  const text = description.toLowerCase()
  const wholeNames = new Set(names.split(/[^\p{L}\p{N}]+/u))
  const wholeText = new Set(text.split(/[^\p{L}\p{N}]+/u))
  return words.reduce((sum, word) => {
    if (wholeNames.has(word)) return sum + 8
    if (names.includes(word)) return sum + 4
    if (wholeText.has(word)) return sum + 2
    return text.includes(word) ? sum + 1 : sum
  }, 0)
}
