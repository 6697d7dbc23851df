/**
 * Copies own members: those in `order` first, then the others as they come. Undefined members are left
 * out. The member `apart`, one of `order`, gets `value` whatever the object says.
 */
export function inOrder(
  members: Readonly<Record<string, unknown>>,
  order: readonly string[],
  apart: string,
  value: unknown,
): Record<string, unknown> {
  const names = Object.keys(members)
  const ordered: Record<string, unknown> = {}
  for (const name of order) {
    if (name === apart) ordered[name] = value
    else if (names.includes(name)) copyMember(members, name, ordered)
  }
  for (const name of names) if (!order.includes(name)) copyMember(members, name, ordered)
  return ordered
}

function copyMember(
  members: Readonly<Record<string, unknown>>,
  name: string,
  ordered: Record<string, unknown>,
): void {
  const value = members[name]
  if (value === undefined) return
  if (name === '__proto__') {
    // Plain assignment would set the prototype instead.
    Object.defineProperty(ordered, name, { value, enumerable: true })
  } else ordered[name] = value
}
