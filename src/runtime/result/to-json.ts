import { toJsonValue, type CopyOptions, type JsonValue } from '../../contract/index.ts'

/** Turns any value into JSON. Apart from failures, because most of them never need it. */
export function toJson(value: unknown, options: CopyOptions): JsonValue {
  return toJsonValue(value, options).json
}
