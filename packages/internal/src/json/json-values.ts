import { isHolder } from './json-depth.ts'
import { ownMember, setMember, toPart } from './json-members.ts'

/** Sets a member at any depth, and the objects on the way; nothing if one of them is no object. */
export function setAt(target: object, path: readonly string[], value: unknown): void {
  let holder = target
  for (const part of path.slice(0, -1)) {
    const known = ownMember(holder, part)
    const next = known ?? {}
    if (!isHolder(next) || Array.isArray(next)) return
    if (next !== known) setMember(holder, part, next)
    holder = next
  }
  setMember(holder, path.at(-1) ?? '', value)
}

export function addMembers(target: object, source: object): void {
  for (const key of Object.keys(source)) {
    setMember(target, key, (source as Record<string, unknown>)[key])
  }
}

export function withoutMembers<T>(
  source: Readonly<Record<string, T>>,
  names: ReadonlySet<string>,
): Record<string, T> {
  const copy: Record<string, T> = {}
  for (const key of Object.keys(source)) if (!names.has(key)) setMember(copy, key, source[key])
  return copy
}

/** Tests whether two JSON values are equal, in any order of members. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return Object.is(a, b)
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, index) => jsonEqual(item, b[index]))
  }
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  const left = a as Record<string, unknown>
  const right = b as Record<string, unknown>
  return keys.every((key) => Object.hasOwn(b, key) && jsonEqual(left[key], right[key]))
}

export function toPointer(...parts: readonly (string | number)[]): string {
  let pointer = ''
  for (const part of parts) pointer += `/${toPart(String(part))}`
  return pointer
}

export function fromPointer(pointer: string): readonly string[] {
  const parts = pointer.split('/')
  parts.shift()
  if (!pointer.includes('~')) return parts
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Returns what a reference such as `#/$defs/name` leads to; undefined if it leads nowhere. */
export function resolveReference(root: unknown, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  return fromPointer(decodeURIComponent(reference.slice(1))).reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? ownMember(at, part) : undefined),
    root,
  )
}
