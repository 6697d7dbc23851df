import { commandName, type Entry, type EntryKind } from './inventory.ts'

/** An entry that fits a prompt, and how well. */
export interface Match {
  readonly kind: EntryKind
  readonly name: string
  readonly score: number
  readonly source_hint: string
}

const EXACT = 100

/**
 * Finds the commands and tools that a prompt speaks of: the best of each kind first, then whatever
 * scores next, up to the limit.
 */
export function route(
  prompt: string,
  limit: number,
  inventory: { readonly commands: readonly Entry[]; readonly tools: readonly Entry[] },
): Match[] {
  const words = new Set(prompt.replace(/[/-]/g, ' ').toLowerCase().split(/\s+/).filter(Boolean))
  const exact = exactCommand(prompt, inventory.commands)
  const commands = [
    ...(exact ? [{ ...toMatch('command', exact, EXACT) }] : []),
    ...ranked(
      'command',
      inventory.commands.filter((entry) => entry !== exact),
      words,
    ),
  ]
  const tools = ranked('tool', inventory.tools, words)
  const rest = [...commands.slice(1), ...tools.slice(1)].sort(
    (a, b) => b.score - a.score || compare(a.kind, b.kind) || compare(a.name, b.name),
  )
  return [...commands.slice(0, 1), ...tools.slice(0, 1), ...rest].slice(0, Math.max(0, limit))
}

function exactCommand(prompt: string, commands: readonly Entry[]): Entry | undefined {
  const first = prompt.trim().split(/\s+/)[0]?.replace(/^\//, '') ?? ''
  const wanted = commandName(first)
  return commands.find((entry) => entry.name.toLowerCase() === wanted)
}

function ranked(kind: EntryKind, entries: readonly Entry[], words: ReadonlySet<string>): Match[] {
  return entries
    .map((entry) => toMatch(kind, entry, scoreOf(entry, words)))
    .filter((match) => match.score > 0)
    .sort((a, b) => b.score - a.score || compare(a.name, b.name))
}

function scoreOf(entry: Entry, words: ReadonlySet<string>): number {
  const texts = [entry.name, entry.source_hint, entry.responsibility].map((text) =>
    text.toLowerCase(),
  )
  return [...words].filter((word) => texts.some((text) => text.includes(word))).length
}

const toMatch = (kind: EntryKind, entry: Entry, score: number): Match => ({
  kind,
  name: entry.name,
  score,
  source_hint: entry.source_hint,
})

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
