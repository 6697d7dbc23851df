/**
 * Finds the candidate that a mistyped word probably means; undefined if none is close. The longer the word,
 * the more mistakes are allowed.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  // The comparison is quadratic, and words this long are no typing mistakes.
  if (word.length === 0 || word.length > 64) return undefined
  const wanted = word.toLowerCase()
  let best: string | undefined
  let bestDistance = Math.min(3, Math.floor((word.length + 1) / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance - 1)
    if (distance < bestDistance && distance < Math.max(word.length, candidate.length)) {
      best = candidate
      bestDistance = distance
    }
  }
  return best ?? extended(wanted, candidates)
}

/**
 * Counts the insertions, deletions, replacements and swaps of neighbours between two words; stops with
 * `limit + 1` when there are more than `limit`.
 */
export function editDistance(from: string, to: string, limit: number): number {
  if (from === to) return 0
  if (Math.abs(from.length - to.length) > limit) return limit + 1
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    let smallest = row
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      let cost = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (same ? 0 : 1),
      )
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, beforePrevious[column - 2]! + 1)
      current.push(cost)
      smallest = Math.min(smallest, cost)
    }
    if (smallest > limit) return limit + 1
    beforePrevious = previous
    previous = current
  }
  return Math.min(previous[to.length]!, limit + 1)
}

/** Finds the only candidate that starts with the word, or that the word starts with. */
function extended(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length < 3) return undefined
  const fitting = [...candidates].filter((candidate) => {
    const other = candidate.toLowerCase()
    return other.startsWith(word) || (other.length >= 3 && word.startsWith(other))
  })
  return fitting.length === 1 ? fitting[0] : undefined
}
