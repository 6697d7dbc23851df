/** A line of a comparison. */
export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/** More lines take too long to compare. */
const MAX_LINES = 2000

/** Compares two texts line by line; undefined if they are too long. */
export function diffLines(before: string, after: string): readonly DiffLine[] | undefined {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  if (old.length > MAX_LINES || fresh.length > MAX_LINES) return undefined
  // The length of the longest common part from each pair of places on.
  const width = fresh.length + 1
  const common = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        old[i] === fresh[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    if (i < old.length && old[i] === fresh[j]) {
      lines.push({ kind: 'same', text: old[i]! })
      i += 1
      j += 1
    } else if (
      j >= fresh.length ||
      (i < old.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    ) {
      lines.push({ kind: 'gone', text: old[i]! })
      i += 1
    } else {
      lines.push({ kind: 'new', text: fresh[j]! })
      j += 1
    }
  }
  return lines
}
