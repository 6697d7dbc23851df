/** The members of every object, by the standard. */
const STANDARD = new Set(
  'constructor __defineGetter__ __defineSetter__ hasOwnProperty __lookupGetter__ __lookupSetter__ isPrototypeOf propertyIsEnumerable toString valueOf __proto__ toLocaleString'.split(
    ' ',
  ),
)

/** Hides members that a library added to all objects, and `toJSON` of lists, which are none of the answer's. */
export function hideForeignMembers() {
  const added = Object.getOwnPropertyNames(Object.prototype).filter((name) => !STANDARD.has(name))
  const restores = added.map((name) => hide(Object.prototype, name))
  restores.push(hide(Array.prototype, 'toJSON'))
  const restore = (): void => {
    for (const each of restores) each()
  }
  return { added, restore }
}

function hide(prototype: object, name: string): () => void {
  const property = Object.getOwnPropertyDescriptor(prototype, name)
  if (!property || !Reflect.deleteProperty(prototype, name)) return () => {}
  return () => void Object.defineProperty(prototype, name, property)
}
