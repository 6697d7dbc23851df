import { SuretyError } from 'surety/unstable/contract'
import { createRedactor } from '@surety/internal/redact/redactor.ts'
import type { PlannedCall } from '../batch/backend.ts'
import type { BatchRecord } from '../batch/record.ts'
import { toolOf } from '../call/redirect/command-line.ts'

/** Why a call that was started here does not count. */
export const SOMEBODY_ELSES = 'somebody else has the call'

/** A call that somebody else started, ended or cancelled in the meantime. */
export class CallTaken extends Error {}

/** The worker was told to end while the server had no room for the start of a call. */
export class NotStarted extends Error {}

/** Replaces secrets that a tool printed: the server keeps answers as they are unless they are encrypted. */
export function withoutSecrets(record: BatchRecord): BatchRecord {
  const { outcome } = record
  const redactor = createRedactor()
  let isChanged = false
  const clean = JSON.parse(JSON.stringify(outcome), (_name, value: unknown) => {
    if (typeof value !== 'string') return value
    const shown = redactor.redact(value)
    isChanged ||= shown !== value
    return shown
  }) as typeof outcome
  if (!isChanged) return record
  const message = 'Secrets in the answer were replaced before it was put on the queue.'
  const anomaly = { code: 'SECRETS_REPLACED' as const, message, attempt: 0 }
  return { ...record, outcome: clean, anomalies: [...record.anomalies, anomaly] }
}

/** Names the engine's queue of a call: limits and rates are per tool. */
export function toolName({ call }: PlannedCall): string {
  return engineName(toolOf(call.argv).name)
}

/** Spells the name of a tool as the engine allows. */
export function engineName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '_') || 'tool'
}

/** The error of a server that lost what it had confirmed. */
export function wentBack(): SuretyError {
  const message =
    'The server of the queue lost data that it had confirmed. Find out what is missing before you run anything again: calls may have run already.'
  return new SuretyError('QUEUE_WENT_BACK', 'PRECONDITION', message, { retryable: false })
}

export function changed(name: string): SuretyError {
  const message = `The call '${name}' was started or ended by somebody else in the meantime.`
  return new SuretyError('CALL_NOT_IN_DOUBT', 'NOT_FOUND', message, { phase: 'validation' })
}
