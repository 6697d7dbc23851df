import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OutcomeMeta,
} from '../../../contract/index.ts'

/**
 * Makes a line of a stream from an item. A line is an object, and none that readers would take for the last
 * line or for a heartbeat; such an item stands in a member `value`.
 */
export function toItem(item: JsonValue): JsonObject {
  if (!isJsonObject(item)) return { value: item }
  const isMisleading =
    item['_summary'] === true ||
    item['heartbeat'] === true ||
    (typeof item['ok'] === 'boolean' && Object.hasOwn(item, 'error'))
  return isMisleading ? { value: item } : item
}

/** Makes the last line of a stream that succeeded. */
export function summaryLine(
  total: number,
  { duration_ms: duration = 0, pagination, dry_run: isDryRun, effects }: OutcomeMeta,
  warnings: readonly JsonValue[],
): JsonObject {
  return {
    _summary: true,
    total,
    duration_ms: duration,
    ...(isJsonObject(pagination) && { pagination }),
    ...(isJsonObject(effects) && { effects }),
    ...(isDryRun === true && { dry_run: true }),
    ...(warnings.length > 0 && { warnings }),
  }
}
