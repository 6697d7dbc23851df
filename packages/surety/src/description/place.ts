import { fromPointer } from '@surety/internal/json/json-values.ts'

export type Parts = readonly string[]

/** Splits a place: a pointer starts with a slash, everything else is dotted, empty is the root. */
export function toParts(place: string): Parts {
  if (place === '') return []
  return place.startsWith('/') ? fromPointer(place) : place.split('.')
}

export function placeProblem(place: string): string | undefined {
  if (place.startsWith('/'))
    return /~(?![01])/.test(place) ? 'a tilde in a JSON pointer is written ~0' : undefined
  if (place.includes('/')) return 'a JSON pointer starts with a slash'
  return place.split('.').includes('') ? 'a dotted path has an empty part' : undefined
}
