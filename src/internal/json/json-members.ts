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

/** Adds all own members of an object to another. */
export function addMembers(target: object, source: object): void {
  for (const key of Object.keys(source)) {
    setMember(target, key, (source as Record<string, unknown>)[key])
  }
}

/**
 * Makes an empty object in dictionary mode. V8 gives each set of names a hidden class, which is expensive if
 * nearly every object has other names.
 */
export function createTable<T>(): Record<string, T> {
  return Object.setPrototypeOf({ __proto__: null }, Object.prototype) as Record<string, T>
}

/** Reads an own member; inherited ones do not count. */
export function ownMember(target: object, key: string): unknown {
  return Object.hasOwn(target, key) ? (target as Record<string, unknown>)[key] : undefined
}

/** Copies the own members of an object to one that inherits none, so that no library can add any. */
export function ownMembers<T extends object>(source: T): T {
  return Object.assign(Object.create(null), source) as T
}

/** Copies the own members of an object, except the named ones. */
export function withoutMembers<T>(
  source: Readonly<Record<string, T>>,
  names: ReadonlySet<string>,
): Record<string, T> {
  const copy: Record<string, T> = {}
  for (const key of Object.keys(source)) if (!names.has(key)) setMember(copy, key, source[key])
  return copy
}
