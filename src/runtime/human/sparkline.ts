import type { Glyphs } from './terminal/glyphs.ts'

/** Draws numbers as a line of small bars, from the least to the greatest of them. */
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

/** Brings numbers down to so many by averaging neighbours, for a line that has to fit. */
export function condense(values: readonly number[], width: number): readonly number[] {
  if (width <= 0 || values.length <= width) return values
  return Array.from({ length: width }, (_, at) => {
    const from = Math.floor((at * values.length) / width)
    const to = Math.max(from + 1, Math.floor(((at + 1) * values.length) / width))
    const part = values.slice(from, to)
    return part.reduce((total, value) => total + value, 0) / part.length
  })
}
