import { isJsonObject } from '../../contract/index.ts'
import type { Weigh } from '../dialect.ts'

export const weighFull: Weigh = ({ document, stream, has }) => {
  const { ok, meta, type } = document
  if (stream === 'stderr' || typeof ok !== 'boolean' || has('schema') || has('warnings')) {
    return undefined
  }
  if ((type === 'done' || type === 'error') && (has('meta') || has('error'))) {
    return { score: 0.8, reasons: ['the last record of a stream'] }
  }
  if (isJsonObject(meta) && Object.hasOwn(meta, 'command')) {
    return { score: 0.95, reasons: ['ok and meta.command'] }
  }
  if ((!has('data') && !has('error')) || has('type')) return undefined
  return { score: 0.4, reasons: ['ok beside data or error'] }
}

/** Weighs a document for incur's compact error; its result can be anything, so nothing tells it. */
export const weighCompact: Weigh = ({ document, stream, exit, has }) => {
  if (stream === 'stderr' || exit === 0) return undefined
  const { code, message } = document
  if (typeof code !== 'string' || typeof message !== 'string') return undefined
  const reasons = ['a failing exit, code and message on top']
  return { score: has('ok') ? 0.3 : 0.85, reasons }
}
