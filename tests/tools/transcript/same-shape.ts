import type { Json } from './normalise.ts'

/**
 * Lists the members of a sample that a document lacks or has with another type, as dotted paths. Lists
 * are compared by their first elements; additional members of the document are allowed.
 */
export function differencesInShape(sample: Json, document: Json | undefined, path = ''): string[] {
  if (kindOf(sample) !== kindOf(document)) return [path]
  if (Array.isArray(sample)) {
    const [first] = sample as readonly Json[]
    return first === undefined
      ? []
      : differencesInShape(first, (document as Json[])[0], join(path, '0'))
  }
  if (typeof sample !== 'object' || sample === null) return []
  const members = document as Readonly<Record<string, Json>>
  return Object.entries(sample).flatMap(([key, value]) =>
    differencesInShape(value, members[key], join(path, key)),
  )
}

function kindOf(value: Json | undefined): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
