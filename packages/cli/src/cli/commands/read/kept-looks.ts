import { FRESH, type Looks } from './looks.ts'

/** Looks at each place once: the calls of a line have folders, programs and words in common. */
export function keptLooks(): Looks {
  return { facts: once(FRESH.facts), target: once(FRESH.target), real: once(FRESH.real) }
}

function once<Seen>(look: (path: string) => Seen): (path: string) => Seen {
  const known = new Map<string, Seen>()
  return (path) => {
    if (known.has(path)) return known.get(path)!
    const seen = look(path)
    known.set(path, seen)
    return seen
  }
}
