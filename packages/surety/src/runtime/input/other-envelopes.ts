import { isJsonObject, type JsonObject } from '../../contract/index.ts'
import { isEnvelope } from '../output/item-lines.ts'

/**
 * Reads a line in which a tool of another dialect ends its stream, or answers with a list, as the envelope that it
 * stands for. Every other line stays as it is. `before` is how many rows came before it.
 */
export function inOurWords(line: JsonObject, before: number, first?: JsonObject): JsonObject {
  if (isEnvelope(line)) return line
  const said = answerIn(line) ?? compactEnd(line, before, first)
  if (said === undefined) return line
  const { ok, data, error } = said
  const isEnd = ok && isJsonObject(data) && data['records'] === before
  const meta = isEnd ? { stream: { records: before, terminal: true } } : {}
  return { ok, data: data ?? null, error: error ?? null, warnings: [], meta }
}

interface Said {
  readonly ok: boolean
  readonly data?: JsonObject[string] | undefined
  readonly error?: JsonObject[string] | undefined
}

/** Knows td, animus, incur in full, and claw by the members that their documents require. */
function answerIn(line: JsonObject): Said | undefined {
  const { ok, data, error, meta } = line
  if (typeof ok === 'boolean') {
    const names = Object.keys(line)
    const isTd = typeof line['type'] === 'string' && names.join() === 'ok,type,data'
    const isIncur = isJsonObject(meta) && ['command', 'duration'].every((name) => name in meta)
    return isTd || isIncur || line['schema'] === 'animus.cli.v1' ? { ok, data, error } : undefined
  }
  const isClaw = CLAW.every((name) => Object.hasOwn(line, name))
  return isClaw ? { ok: line['exit_code'] === 0, data: line, error } : undefined
}

/** A dialect without members around the data has a last line that is known by not being like the rows. */
function compactEnd(line: JsonObject, before: number, first?: JsonObject): Said | undefined {
  const names = Object.keys(line)
  if (names.some((name) => first !== undefined && Object.hasOwn(first, name))) return undefined
  if (names.join() === 'records' && line['records'] === before) return { ok: true, data: line }
  if (names.join() === 'type,kind,records' && line['type'] === 'success')
    return { ok: true, data: line }
  const { code, message, type, error, kind } = line
  const isCoded = typeof code === 'string' && CODE.test(code) && typeof message === 'string'
  const isClaw1 = type === 'error' && typeof error === 'string' && typeof kind === 'string'
  return isCoded || isClaw1 ? { ok: false, error: line } : undefined
}

const CLAW = ['timestamp', 'command', 'exit_code', 'output_format', 'schema_version']
const CODE = /^[A-Z][A-Z0-9_]+$/
