import { isJsonObject } from '../../../contract/index.ts'
import type { Weigh } from '../../detect/evidence.ts'
import { CLAW_2_MARKS } from '../members.ts'

/** Weighs a document for claw 2.0. The payload stands beside its members and may have an `ok`. */
export const weigh: Weigh = ({ document, has }) => {
  if (has(...CLAW_2_MARKS)) return { score: 0.95, reasons: ['timestamp, command and exit_code'] }
  const { error } = document
  if (has('ok') || !isJsonObject(error) || !Object.hasOwn(error, 'kind')) return undefined
  return { score: 0.6, reasons: ['an error object with a kind'] }
}
