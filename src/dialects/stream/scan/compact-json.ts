import { OUTPUT, type Arena } from './arena.ts'

/**
 * Writes the JSON from `start` to `end` to {@link OUTPUT} as JSON.stringify would, without parsing it.
 * Returns where the output ends, or -1 if more than spaces and escapes would change.
 */
export function compactJson({ mover }: Arena, start: number, end: number): number {
  if (!mover) return -1
  const { compact, out, room } = mover
  if (end - start > room.value - OUTPUT) return -1
  out.value = OUTPUT
  return compact(start) === end ? out.value : -1
}
