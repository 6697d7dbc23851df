import type { JsonValue, Outcome } from '../contract/index.ts'
import { fromPointer } from '@surety/internal/json/json-values.ts'

/** Copies an outcome as plain data, without what the reader saw of the process and without some members. */
export function outcomeWithout(outcome: Outcome, pointers: readonly string[]): unknown {
  const { process: _process, diagnostics: _diagnostics, ...said } = outcome
  const copy = JSON.parse(JSON.stringify(said)) as Record<string, unknown>
  for (const pointer of pointers) {
    const parts = fromPointer(pointer)
    const last = parts.at(-1) ?? ''
    let holder: Record<string, unknown> | null = copy
    for (const part of parts.slice(0, -1)) holder = (holder?.[part] ?? null) as typeof holder
    if (holder) delete holder[last]
  }
  return copy
}

/** Tests whether a pointer leads somewhere in a document. */
export function isKnownPlace(document: JsonValue, pointer: string): boolean {
  let at: unknown = document
  for (const part of fromPointer(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return false
    at = (at as Record<string, unknown>)[part]
  }
  return true
}
