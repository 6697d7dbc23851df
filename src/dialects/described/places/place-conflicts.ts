import { contains, type Parts } from './place.ts'

/** A place that a member of the description names. */
export interface NamedPlace {
  readonly pointer: string
  readonly parts: Parts
}

/** Finds places that cannot both be written: the same one twice, or one inside the other. */
export function placeConflicts(
  places: readonly NamedPlace[],
): readonly { pointer: string; message: string }[] {
  const problems: { pointer: string; message: string }[] = []
  for (const [index, place] of places.entries()) {
    for (const other of places.slice(0, index)) {
      if (mayContain(other, place) || mayContain(place, other)) continue
      if (contains(other.parts, place.parts) || contains(place.parts, other.parts)) {
        problems.push({
          pointer: place.pointer,
          message: `overlaps with the place at ${other.pointer}`,
        })
      }
    }
  }
  return problems
}

/** Open objects may contain members with their own places, but the same place twice is a mistake. */
function mayContain(outer: NamedPlace, inner: NamedPlace): boolean {
  return (
    OPEN.has(outer.pointer) &&
    outer.parts.length < inner.parts.length &&
    contains(outer.parts, inner.parts)
  )
}

const OPEN: ReadonlySet<string> = new Set(['/meta', '/error/details'])
