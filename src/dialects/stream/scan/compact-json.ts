import { OUTPUT, type Arena } from './arena.ts'

/**
 * Writes the JSON from `start` to `end` as a writer would, without parsing it; gives where that ends,
 * which starts at {@link OUTPUT}, or -1 where it takes more than leaving out spaces and escapes.
 */
export function compactJson({ mover }: Arena, start: number, end: number): number {
  if (!mover) return -1
  const { compact, out, room } = mover
  if (end - start > room.value - OUTPUT) return -1
  out.value = OUTPUT
  return compact(start) === end ? out.value : -1
}
