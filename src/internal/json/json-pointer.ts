import { ownMember } from './json-members.ts'

/** Writes a JSON pointer (RFC 6901) from its parts. */
export function toPointer(...parts: readonly (string | number)[]): string {
  let pointer = ''
  for (const part of parts) pointer += `/${toPart(String(part))}`
  return pointer
}

/** Splits a JSON pointer into its parts. */
export function fromPointer(pointer: string): readonly string[] {
  const parts = pointer.split('/')
  parts.shift()
  if (!pointer.includes('~')) return parts
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Writes a text as one part of a pointer. */
export function toPart(part: string): string {
  if (!part.includes('~') && !part.includes('/')) return part
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Returns what a reference such as `#/$defs/name` leads to; undefined if it leads nowhere. */
export function resolveReference(root: unknown, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  return fromPointer(decodeURIComponent(reference.slice(1))).reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? ownMember(at, part) : undefined),
    root,
  )
}
