/** Copies members in a fixed order; what is undefined is absent. */
export function inOrder(
  members: Readonly<Record<string, unknown>>,
  order: readonly string[],
): Record<string, unknown> {
  const ordered: Record<string, unknown> = {}
  for (const key of order) {
    const member = members[key]
    if (member === undefined) continue
    if (key === '__proto__') {
      // Plain assignment would set the prototype and lose the member.
      Object.defineProperty(ordered, key, { value: member, enumerable: true })
    } else ordered[key] = member
  }
  return ordered
}
