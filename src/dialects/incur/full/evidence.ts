import { isJsonObject } from '../../../contract/index.ts'
import type { Weigh } from '../../detect/evidence.ts'

/** Weighs a document for incur's full output, or the last record of a stream. */
export const weigh: Weigh = ({ document, stream, has }) => {
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
