import { isJsonObject } from '../../../contract/index.ts'
import type { Evidence, Weigh } from '../../detect/evidence.ts'
import { CLAW_2_MARKS } from '../members.ts'

/** Weighs a document for claw 1.0, unless it is one of the later generation. */
export const weigh: Weigh = ({ document, has }) => {
  const { type, status, kind, error, command } = document
  if (has(...CLAW_2_MARKS)) return undefined
  if (type === 'error' && typeof error === 'string') {
    return evidence(0.95, 'type error and an error text')
  }
  if (has('ok') || (isJsonObject(error) && Object.hasOwn(error, 'kind'))) return undefined
  if (type === 'success') return evidence(0.9, 'type success')
  if ((status === 'ok' || status === 'error') && typeof kind === 'string') {
    return evidence(0.8, 'status and kind, as later builds print')
  }
  if (typeof error === 'string' && typeof kind === 'string') {
    return evidence(0.7, 'an error text and a kind')
  }
  if (typeof command === 'string') return evidence(0.35, 'a command and no common members')
  return undefined
}

function evidence(score: number, reason: string): Evidence {
  return { score, reasons: [reason] }
}
