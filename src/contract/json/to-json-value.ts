import type { JsonValue } from './json-value.ts'
import { MAX_PLAIN_DEPTH } from './copy-plain.ts'
import { copyPlain, NOT_PLAIN } from './serialise-plain.ts'
import type { SerialisationChange } from './rules.ts'
import { walk, type WalkOptions } from './walk.ts'

/** How a value is turned into JSON. */
export interface SerialiseOptions {
  /** Takes terminal escape sequences and carriage returns out of every text and key (REQ-F-007). */
  readonly stripTerminalCodes?: boolean
  /** Gives the content type that the author declared for bytes at a JSON pointer (REQ-F-017). */
  readonly contentTypeOf?: (pointer: string) => string | undefined
  /** Nesting beyond it becomes null; default 1,000,000. */
  readonly maxDepth?: number
  /** Values beyond it become null; default 5,000,000. */
  readonly maxValues?: number
  /** Changes beyond it are counted only; default 1,000. */
  readonly maxChanges?: number
}

/** A value as JSON, with everything that had to change on the way. */
export interface Serialised {
  readonly json: JsonValue
  readonly changes: readonly SerialisationChange[]
  /** How many changes there were beyond those listed. */
  readonly unlisted: number
}

/**
 * Turns any value into JSON, the same way for every format. Never throws, and nothing changes its
 * type in silence: each change is reported with its place.
 *
 * @example
 * ```ts
 * import { toJsonValue } from 'surety/contract'
 *
 * const { json, changes } = toJsonValue({ at: new Date(0), ratio: NaN })
 * json // { at: '1970-01-01T00:00:00.000Z', ratio: null }
 * changes.map((change) => change.kind) // ['date', 'not-finite']
 * ```
 */
export function toJsonValue(value: unknown, options: SerialiseOptions = {}): Serialised {
  const stripsTerminalCodes = options.stripTerminalCodes ?? false
  const maxValues = options.maxValues ?? 5_000_000
  const maxDepth = options.maxDepth ?? 1_000_000
  try {
    const plain = copyPlain(value, {
      stripsTerminalCodes,
      maxDepth: Math.min(maxDepth, MAX_PLAIN_DEPTH),
      left: maxValues - 1,
    })
    if (plain !== NOT_PLAIN) return { json: plain, changes: NO_CHANGES, unlisted: 0 }
  } catch {
    // A getter or a proxy threw; the walk meets it again and reports where.
  }
  const resolved: WalkOptions = {
    stripsTerminalCodes,
    contentTypeOf: options.contentTypeOf ?? noContentType,
    maxDepth,
    maxValues,
    maxChanges: options.maxChanges ?? 1000,
  }
  return walk(value, resolved)
}

const NO_CHANGES: readonly SerialisationChange[] = Object.freeze([])
const noContentType = (): undefined => undefined
