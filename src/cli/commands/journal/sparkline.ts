import type { Glyphs } from '../../../runtime/human/index.ts'

/** Draws numbers as a line of small bars, scaled between the smallest and the largest. */
export function sparkline(values: readonly number[], glyphs: Glyphs): string {
  const finite = values.filter((value) => Number.isFinite(value))
  const least = finite.reduce((low, value) => Math.min(low, value), Infinity)
  const most = finite.reduce((high, value) => Math.max(high, value), -Infinity)
  const steps = glyphs.spark.length - 1
  return values
    .map((value) => {
      if (!Number.isFinite(value)) return ' '
      const at = most === least ? 0 : Math.round(((value - least) / (most - least)) * steps)
      return glyphs.spark[at]!
    })
    .join('')
}
