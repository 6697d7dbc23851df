import type { Run } from '../run/run-state.ts'

/** The members of every object, by the standard. */
const STANDARD = new Set(
  'constructor __defineGetter__ __defineSetter__ hasOwnProperty __lookupGetter__ __lookupSetter__ isPrototypeOf propertyIsEnumerable toString valueOf __proto__ toLocaleString'.split(
    ' ',
  ),
)

/**
 * Removes members that a library added to all objects, and `toJSON` from lists, so that they are not
 * taken for members of the answer. Returns a function that puts them back.
 */
export function hideForeignMembers(run: Run): () => void {
  const added = Object.getOwnPropertyNames(Object.prototype).filter((name) => !STANDARD.has(name))
  const restores = added.map((name) => hide(Object.prototype, name))
  restores.push(hide(Array.prototype, 'toJSON'))
  if (added.length > 0) {
    const names = added.slice(0, 5).join(', ')
    run.warnings.push(`A library added members to all objects, which were ignored: ${names}.`)
  }
  return () => {
    for (const restore of restores) restore()
  }
}

function hide(prototype: object, name: string): () => void {
  const property = Object.getOwnPropertyDescriptor(prototype, name)
  if (!property || !Reflect.deleteProperty(prototype, name)) return () => {}
  return () => void Object.defineProperty(prototype, name, property)
}
