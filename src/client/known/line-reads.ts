import { knownCallOf } from '../../description/index.ts'
import {
  literalOf,
  partsIn,
  startedCall,
  type Line,
  type SimpleCommand,
} from '../../shell/index.ts'

/** Commands of the shell itself that change nothing outside of it. */
const HARMLESS = new Set(
  'cd pwd echo printf true false test [ : type command wait sleep exit set'.split(' '),
)

/** Tests whether every command of a line is known to only read. A word that the shell makes is not known. */
export async function readsOnly(line: Line): Promise<boolean> {
  for (const part of partsIn(line)) {
    if (part.kind === 'other' || !part.redirects.every(({ to }) => to !== 'elsewhere')) return false
    const isRead = part.kind === 'group' ? await readsOnly(part.line) : await isKnownRead(part)
    if (!isRead) return false
  }
  return true
}

async function isKnownRead({ words, assignments }: SimpleCommand): Promise<boolean> {
  if (assignments.length > 0) return false
  const literal = words.flatMap((word) => literalOf(word) ?? [])
  if (literal.length < words.length) return false
  const { words: call, isPlain, assignments: set } = startedCall(literal)
  if (!isPlain || set.length > 0) return false
  if (HARMLESS.has(call[0] ?? '')) return true
  const known = await knownCallOf(call, { hasErrors: false })
  return known?.effect === 'read'
}
