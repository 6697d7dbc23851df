/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function createRandom(seed: string): () => number {
  let state = 0
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A row of numbers for each purpose, so that what is drawn for one leaves the others as they are. */
export function createDraws(seed: string): (purpose: string) => number {
  const rows = new Map<string, () => number>()
  return (purpose) => {
    const row = rows.get(purpose) ?? createRandom(`${seed} ${purpose}`)
    rows.set(purpose, row)
    return row()
  }
}
