/** What was replaced, so that it can be put back. */
const undo: (() => void)[] = []

/** Replaces a member of an object until all is put back. */
export function replace(owner: object, name: PropertyKey, descriptor: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  if (before?.configurable === false) return
  Object.defineProperty(owner, name, { configurable: true, ...descriptor })
  undo.push(() => {
    if (before) Object.defineProperty(owner, name, before)
    else delete (owner as Record<PropertyKey, unknown>)[name]
  })
}

type Anything = (...given: unknown[]) => unknown

/**
 * Replaces functions of an object by one that gets the first, bound, and what it is called with; what hangs on it, as for
 * `promisify`, stays.
 */
export function wrap<This, Given extends readonly never[]>(
  owner: object,
  names: string | symbol | readonly string[],
  make: (this: This, before: Anything, ...given: Given) => unknown,
): void {
  for (const name of [names].flat()) {
    const before = (owner as Record<PropertyKey, unknown>)[name]
    if (typeof before !== 'function') continue
    const after = function (this: This, ...given: readonly unknown[]) {
      return make.call(this, before.bind(this) as Anything, ...(given as unknown as Given))
    }
    Object.defineProperties(after, Object.getOwnPropertyDescriptors(before))
    replace(owner, name, { value: after, writable: true, enumerable: true })
  }
}

export function putAllBack(): void {
  for (const back of undo.splice(0).toReversed()) back()
}
