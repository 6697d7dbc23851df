import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { stateFolder } from '@surety/internal/state-folder.ts'
import { isRound } from './list-limit.ts'
import type { EndedCommand } from './missed-note.ts'
import signs from './missed-signs.json' with { type: 'json' }

/**
 * Tests whether anything could be missed of a command, without the parser of lines and without a description: most
 * commands have nothing to tell, and a hook waits for this. What it lets pass may still have nothing to tell.
 */
export function isWorthALook(
  { command, output, exit }: EndedCommand,
  env: NodeJS.ProcessEnv,
): boolean {
  // What people vouch for may print anything.
  if (existsSync(join(stateFolder(env), 'vouched'))) return true
  const hasOneOf = (names: readonly string[]) => names.some((name) => command.includes(name))
  if (exit !== undefined && exit !== 0) return hasOneOf(signs.settled)
  if (JOINS.test(command) && new RegExp(signs.failed, 'mu').test(output)) return true
  return hasOneOf(signs.capped) && mayHaveStopped(output)
}

/** Without one of these a line has one command, whose exit is seen. */
const JOINS = /[|;&\n]/

/** Tests whether a list that any description knows could have stopped with this output. */
function mayHaveStopped(output: string): boolean {
  const text = output.trim()
  if (/^\d{1,6}$/.test(text)) return isLimit(Number(text))
  if (text.startsWith('[')) return true
  const lines = text.split('\n').filter((line) => line.trim() !== '').length
  // One of them may be a header.
  if (isLimit(lines) || isLimit(lines - 1)) return true
  return signs.rows.some((row) => isLimit([...text.matchAll(new RegExp(row, 'gmu'))].length))
}

function isLimit(rows: number): boolean {
  return isRound(rows) || signs.limits.includes(rows)
}
