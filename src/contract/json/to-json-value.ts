import { copyIfJson, MAX_VALUES, type CopyOptions } from './copy-if-json.ts'
import type { JsonValue } from './json-value.ts'
import type { SerialisationChange } from './rules.ts'
import { walk } from './walk.ts'

/** How a value is turned into JSON. */
export interface SerialiseOptions extends CopyOptions {
  /** Gives the content type that the author declared for bytes at a JSON pointer (REQ-F-017). */
  readonly contentTypeOf?: (pointer: string) => string | undefined
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
  const copy = copyIfJson(value, options)
  if (copy !== undefined) return { json: copy, changes: NO_CHANGES, unlisted: 0 }
  return walk(value, {
    stripsTerminalCodes: options.stripTerminalCodes ?? false,
    contentTypeOf: options.contentTypeOf ?? noContentType,
    maxDepth: options.maxDepth ?? 1_000_000,
    maxValues: options.maxValues ?? MAX_VALUES,
    maxChanges: options.maxChanges ?? 1000,
  })
}

const NO_CHANGES: readonly SerialisationChange[] = Object.freeze([])
const noContentType = (): undefined => undefined
