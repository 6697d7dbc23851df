/** Tests whether a value has more than `limit` levels of arrays and objects, without recursion. */
export function isDeeperThan(limit: number, value: unknown): boolean {
  let level = isHolder(value) ? [value] : []
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limit) return true
    const below: object[] = []
    for (const holder of level) {
      for (const member of Object.values(holder)) if (isHolder(member)) below.push(member)
    }
    level = below
  }
  return false
}

export function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
