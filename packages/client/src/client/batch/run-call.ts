import { randomUUID } from 'node:crypto'

import { SuretyError } from 'surety/unstable/contract'
import type { Dialect } from 'surety/unstable/dialects'
import { given } from '@surety/internal/given.ts'
import type { Client } from '../client.ts'
import type { RunOptions } from '../options.ts'
import { endOrphans } from '../process/orphans.ts'
import type { CallRecorder, EarlierStart, PlannedCall } from './backend.ts'
import { callKey, type BatchCall } from './call-identity.ts'
import type { FileBackend } from './file-backend.ts'
import { createDialectFinder } from './invocation.ts'
import { type BatchRecord, blankRecord } from './record.ts'

interface CallToRun {
  readonly client: Client
  readonly planned: PlannedCall
  readonly dialect: string | Dialect
  readonly recorder: CallRecorder | undefined
  readonly earlier?: EarlierStart | undefined
  readonly run: RunOptions
}

export async function runCall(given: CallToRun): Promise<BatchRecord> {
  const { client, planned, recorder, earlier } = given
  const { index, call } = planned
  const env = { ...given.run.env, ...call.env }
  const run = { ...given.run, ...optionsOf(call), env, dialect: given.dialect }
  const here = { ...client.options.inheritedEnv, ...run.env }
  const missing = (call.env_from ?? []).filter((name) => here[name] === undefined)
  if (missing.length > 0)
    throw new Error(`it needs variables that are not set here: ${missing.join(', ')}`)
  // Processes of the interrupted run may still be running; the call must not run twice at once.
  const ended = earlier?.call == null ? [] : await endOrphans(new Set([earlier.call]))
  const id = randomUUID()
  // An aborted call does not start, and is not in doubt afterwards.
  const isStarted = run.signal?.aborted !== true
  if (isStarted) await recorder?.mark(planned, id, earlier)
  const result = await client.run(call.argv, { ...run, call: id }).catch(async (error: unknown) => {
    // The client refuses options before it runs anything.
    if (isStarted && earlier === undefined) await recorder?.withdraw(planned)
    throw error
  })
  const record: BatchRecord = {
    ...blankRecord(index, call),
    outcome: result.outcome,
    verdict: result.verdict,
    attempts: result.attempts.length,
    anomalies: [...(ended.length > 0 ? [orphansEnded(ended)] : []), ...result.anomalies],
    duration_ms: result.timing.duration_ms,
    waited_ms: result.timing.waited_ms,
  }
  // An aborted call is not finished.
  if (result.verdict.reason !== 'ABORTED') await recorder?.seal(planned, record)
  return record
}

/** Runs a call of an earlier batch once more, on this machine. */
export async function rerunHere(
  backend: FileBackend,
  name: string,
  client: Client,
  run: RunOptions,
): Promise<BatchRecord> {
  const known = backend.reopen(name)
  const { safety, ...rest } = known.call
  // The caller may know by now what the batch did not.
  const call: BatchCall = safety === 'unknown' ? rest : known.call
  if (callKey(call, known.index, client.options.inheritedEnv ?? {}) !== known.key) {
    const message = `The call '${name}' names a variable of the environment that had another value when it was started.`
    throw new SuretyError('CALL_CHANGED', 'PRECONDITION', message, {
      phase: 'validation',
      fix_required: 'Set the variable as it was, or run the batch again.',
    })
  }
  const { dialect = 'auto', message } = await createDialectFinder()(call.dialect)
  if (message !== undefined)
    throw new SuretyError('DIALECT_UNUSABLE', 'PRECONDITION', message, { phase: 'validation' })
  const claim = backend.claim(known)
  const earlier = claim.kind === 'doubt' ? claim.earlier : undefined
  return runCall({ client, planned: { ...known, call }, dialect, recorder: backend, earlier, run })
}

function optionsOf(call: BatchCall): RunOptions {
  const { cwd, safety, timeout_ms: timeoutMs, pages, idempotency_key: idempotencyKey } = call
  return given({ cwd, input: call.stdin, safety, timeoutMs, pages, idempotencyKey })
}

function orphansEnded(pids: readonly number[]) {
  const message = `Processes of the run that was cut off were still alive and were ended: ${pids.join(', ')}.`
  return { code: 'ORPHANS_ENDED' as const, message, attempt: 0 }
}
