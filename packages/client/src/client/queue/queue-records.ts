import { setTimeout as sleep } from 'node:timers/promises'

import { SuretyError } from 'surety/unstable/contract'
import { createRedactor } from '@surety/internal/redact/redactor.ts'
import type { PlannedCall } from '../batch/backend.ts'
import type { BatchRecord } from '../batch/record.ts'
import { toolOf } from '../call/redirect/command-line.ts'

/** Why a call that was started here does not count. */
export const SOMEBODY_ELSES = 'somebody else has the call'

/** A call that somebody else started, ended or cancelled in the meantime. */
export class CallTaken extends Error {}

/** The call was not started, and waits for somebody else. */
export class NotStarted extends Error {}

/** Ends have the id of their start, a UUID, in front. */
const ID_LENGTH = 36
/** Names the engine's queue of a call: limits are per tool. */
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

/** Tries until a server without memory has room again; nothing has started, or an end waits to be kept. */
export async function whenRoom<Value>(
  work: () => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!/^OOM|^MISCONF|^LOADING|^READONLY/.test((error as Error).message)) throw error
      if (signal?.aborted === true) throw new NotStarted()
      await sleep(1000)
    }
  }
}

export function endIn(text: string) {
  const record = JSON.parse(text.slice(ID_LENGTH)) as BatchRecord
  return { id: text.slice(0, ID_LENGTH), record }
}

export function inRows(flat: readonly string[], width: number): readonly (readonly string[])[] {
  return flat.flatMap((_, at) => (at % width === 0 ? [flat.slice(at, at + width)] : []))
}

/** Replaces secrets that a tool printed: the server keeps answers as they are. */
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
