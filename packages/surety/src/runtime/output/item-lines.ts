import { isJsonObject, isNotice, type JsonObject, type JsonValue } from '../../contract/index.ts'

/** Makes a line of an item: an object that nobody takes for the last line or a notice, else `value` holds it. */
export function toItem(item: JsonValue): JsonObject {
  return isJsonObject(item) && !isMisleading(item) ? item : { value: item }
}

/** Finds the object in a line that `toItem` made of it. */
export function fromItem(line: JsonObject): JsonObject {
  const { value, ...rest } = line
  const isWrapped = isJsonObject(value) && isMisleading(value) && Object.keys(rest).length === 0
  return isWrapped ? value : line
}

function isMisleading(item: JsonObject): boolean {
  return item['_summary'] === true || isNotice(item) || isEnvelope(item)
}

export function isEnvelope(line: JsonObject): boolean {
  return typeof line['ok'] === 'boolean' && Object.hasOwn(line, 'error')
}
