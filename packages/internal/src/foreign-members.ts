/** The members of every object, by the standard. */
const STANDARD = new Set(
  'constructor __defineGetter__ __defineSetter__ hasOwnProperty __lookupGetter__ __lookupSetter__ isPrototypeOf propertyIsEnumerable toString valueOf __proto__ toLocaleString'.split(
    ' ',
  ),
)

/** Hides members that a library added to all objects, and `toJSON` of lists, which are none of the answer's. */
export function hideForeignMembers() {
  const hidden: (readonly [object, string, PropertyDescriptor])[] = []
  const added: string[] = []
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    if (STANDARD.has(name)) continue
    added.push(name)
    hide(Object.prototype, name, hidden)
  }
  if (Object.hasOwn(Array.prototype, 'toJSON')) hide(Array.prototype, 'toJSON', hidden)
  const restore = (): void => {
    for (const [prototype, name, property] of hidden)
      Object.defineProperty(prototype, name, property)
  }
  return { added, restore }
}

function hide(
  prototype: object,
  name: string,
  hidden: (readonly [object, string, PropertyDescriptor])[],
): void {
  const property = Object.getOwnPropertyDescriptor(prototype, name)
  if (property && Reflect.deleteProperty(prototype, name)) hidden.push([prototype, name, property])
}
