import type { EndedCommand } from './ended-command.ts'
import signs from './missed-signs.json' with { type: 'json' }

/**
 * Tests whether anything could be missed of a command, without the parser of lines and without a description: most
 * commands have nothing to tell, and a hook waits for this. What it lets pass may still have nothing to tell.
 */
export function isWorthALook({ command, output, exit }: EndedCommand): boolean {
  if (exit !== undefined && exit !== 0)
    return Object.entries(signs.settled).some(
      ([name, words]) => command.includes(name) && words.some((word) => command.includes(word)),
    )
  if (JOINS.test(command) && saysFailed(output)) return true
  return CAPPED.test(command) && mayHaveStopped(output)
}

/** `gh` is no part of another name: neither of `high` nor of `gh-axi`. */
const CAPPED = new RegExp(`(?<![\\w-])(?:${signs.capped.join('|')})(?![\\w-])`)

/** Without one of these a line has one command, whose exit is seen. */
const JOINS = /[|;&\n]/

/** Tests whether the output has what any described program prints if it fails. */
export function saysFailed(output: string): boolean {
  for (const { has, pattern } of signs.failed)
    if (output.includes(has) && new RegExp(pattern, 'mu').test(output)) return true
  return false
}

/** Tests whether a list that any description knows could have stopped with this output. */
function mayHaveStopped(output: string): boolean {
  const text = output.trim()
  if (/^\d{1,6}$/.test(text)) return isLimit(Number(text))
  const items = text.startsWith('[') ? itemsIn(text) : undefined
  if (items !== undefined) return isLimit(items)
  const lines = text.split('\n').filter((line) => line.trim() !== '').length
  // One of them may be a header.
  if (isLimit(lines) || isLimit(lines - 1)) return true
  return signs.rows.some((row) => isLimit([...text.matchAll(new RegExp(row, 'gmu'))].length))
}

function itemsIn(text: string): number | undefined {
  try {
    return (JSON.parse(text) as readonly unknown[]).length
  } catch {
    // Lines that begin with a bracket, which are counted as such.
    return undefined
  }
}

function isLimit(rows: number): boolean {
  return signs.limits.includes(rows)
}
