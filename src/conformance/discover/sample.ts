/** Takes at most so many items, spread over the whole list. */
export function sample<T>(items: readonly T[], max: number): readonly T[] {
  if (items.length <= max) return items
  return Array.from({ length: max }, (_, index) => items[Math.floor((index * items.length) / max)]!)
}
