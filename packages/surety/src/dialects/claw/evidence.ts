import { isJsonObject } from '../../contract/index.ts'
import type { Evidence, Weigh } from '../dialect.ts'
import { CLAW_2_MARKS } from './kinds.ts'

export const weighClaw1: Weigh = ({ document, has }) => {
  const { type, status, kind, error } = document
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
  return undefined
}

function evidence(score: number, reason: string): Evidence {
  return { score, reasons: [reason] }
}

/** Weighs a document for claw 2.0. The payload stands beside its members and may have an `ok`. */
export const weighClaw2: Weigh = ({ document, has }) => {
  if (has(...CLAW_2_MARKS)) return { score: 0.95, reasons: ['timestamp, command and exit_code'] }
  const { error } = document
  if (has('ok') || !isJsonObject(error) || !Object.hasOwn(error, 'kind')) return undefined
  return { score: 0.6, reasons: ['an error object with a kind'] }
}
