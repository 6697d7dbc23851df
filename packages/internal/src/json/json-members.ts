/** Sets an own member of any name; a plain assignment would lose `__proto__`. */
export function setMember(target: object, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  } else (target as Record<string, unknown>)[key] = value
}

/** Reads an own member; inherited ones do not count. */
export function ownMember(target: object, key: string): unknown {
  return Object.hasOwn(target, key) ? (target as Record<string, unknown>)[key] : undefined
}

/** Copies the own members of an object to one that inherits none, so that no library can add any. */
export function ownMembers<T extends object>(source: T): T {
  return Object.assign(Object.create(null), source) as T
}

export function toPart(part: string): string {
  if (!part.includes('~') && !part.includes('/')) return part
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}
