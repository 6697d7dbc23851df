import { isPlainVariable, knownCallOf, startedCall } from '../../programs/index.ts'
import {
  builtinFacts,
  literalOf,
  partsIn,
  type Line,
  type SimpleCommand,
} from '../../shell/index.ts'

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
  const literal = words.flatMap((word) => literalOf(word) ?? [])
  if (literal.length < words.length) return false
  const { words: call, isPlain, isHanded, assignments: given } = startedCall(literal)
  const set = assignments.map(({ name, value }) => `${name}=${literalOf(value) ?? '\n'}`)
  if (![...set, ...given].every(isPlainVariable)) return false
  const builtin = builtinFacts(call)
  if (builtin !== undefined) return builtin.isHarmless && isPlain
  const known = await knownCallOf(call, { hasErrors: false })
  // With words that nobody has seen it reads if no words at all make it change something.
  return known?.effect === 'read' && (isHanded ? !known.mayChange : isPlain)
}
