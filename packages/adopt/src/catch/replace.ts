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

/** A function of somebody else: each wrapper says what it takes of the arguments. */
type Wrapper = (this: never, ...given: never[]) => unknown
type Anything = (this: unknown, ...given: unknown[]) => unknown

/** Replaces a function by one that gets the first; what hangs on it, as for `promisify`, stays. */
export function wrap(owner: object, name: PropertyKey, make: (before: Anything) => Wrapper): void {
  const before = (owner as Record<PropertyKey, unknown>)[name]
  if (typeof before !== 'function') return
  const after = make(before as Anything)
  Object.defineProperties(after, Object.getOwnPropertyDescriptors(before))
  replace(owner, name, { value: after, writable: true, enumerable: true })
}

export function putAllBack(): void {
  for (const back of undo.splice(0).toReversed()) back()
}
