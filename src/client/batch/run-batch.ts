import { randomUUID } from 'node:crypto'

import { defect, fail, type Outcome } from '../../contract/index.ts'
import type { Client } from '../client.ts'
import { createLimiter } from '../call/limiter.ts'
import type { RunOptions } from '../options.ts'
import { endOrphans, orphansOf } from '../process/orphans.ts'
import { escalate, type Verdict, type VerdictReason } from '../decide/verdict.ts'
import { createDialectFinder, type DialectFinder } from './line-dialect.ts'
import { invocationKey, parseInvocation, type Invocation } from './invocation.ts'
import type { BatchRecord } from './record.ts'
import { openBatchState, type BatchState } from './state.ts'

/** Options of a batch. */
export interface BatchOptions {
  /** Maximum number of calls at once; default 4. */
  readonly concurrency?: number
  /** Yields records in the order of the input (default), or as calls end. */
  readonly order?: 'input' | 'completion'
  /** A file that makes the batch resumable. One batch at a time: a second one throws STATE_LOCKED. */
  readonly state?: string
  /**
   * Repeats all calls that an earlier run started but did not finish. By default only those that are
   * declared safe or idempotent are repeated; the others are reported as in doubt.
   */
  readonly rerunInDoubt?: boolean
  /** Options for every call; an invocation's own members take precedence. */
  readonly run?: RunOptions
  readonly signal?: AbortSignal
}

/**
 * Runs invocations, a limited number at once, and yields a record for each line, invalid ones included.
 * With a state file the batch can be resumed. Input is read only as fast as records are consumed.
 *
 * @example
 * ```ts
 * import { createClient, runBatch } from 'surety/client'
 *
 * const lines = ['{"argv": ["deployer", "list"], "safety": "safe"}']
 * for await (const record of runBatch(createClient(), lines, { state: 'batch.state' })) {
 *   console.log(record.index, record.verdict.kind)
 * }
 * ```
 */
export async function* runBatch(
  client: Client,
  lines: AsyncIterable<string> | Iterable<string>,
  options: BatchOptions = {},
): AsyncGenerator<BatchRecord, void, undefined> {
  const { concurrency = 4, order = 'input' } = options
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw defect('BATCH_INVALID', 'concurrency must be at least 1')
  const state = options.state === undefined ? undefined : openBatchState(options.state)
  const limit = createLimiter(concurrency)
  const findDialect = createDialectFinder()
  // Records that are ready before an earlier, slower call; the other calls go on meanwhile.
  const window = order === 'input' ? concurrency * 4 : concurrency
  const running = new Map<number, Promise<BatchRecord>>()
  let index = 0
  const next = async () => {
    const record = await (order === 'input' ? oldest(running) : Promise.race(running.values()))
    running.delete(record.index)
    return record
  }
  try {
    for await (const line of lines) {
      if (line.trim() === '') continue
      if (options.signal?.aborted === true) break
      const place = index
      index += 1
      running.set(
        place,
        limit(() => runLine({ client, line, index: place, state, options, findDialect })),
      )
      if (running.size >= window) yield await next()
    }
    while (running.size > 0) yield await next()
  } finally {
    // A consumer that stops early must not leave unawaited calls behind.
    await Promise.allSettled(running.values())
    state?.close()
  }
}

function oldest(running: ReadonlyMap<number, Promise<BatchRecord>>): Promise<BatchRecord> {
  const [first] = running.values()
  return first ?? Promise.reject(defect('BATCH_EMPTY', 'there is no call to wait for'))
}

interface Line {
  readonly client: Client
  readonly line: string
  readonly index: number
  readonly state: BatchState | undefined
  readonly options: BatchOptions
  readonly findDialect: DialectFinder
}

async function runLine(given: Line): Promise<BatchRecord> {
  const { client, line, index, state, options, findDialect } = given
  const parsed = parseInvocation(line)
  if (!parsed.ok) return unreadable(index, parsed.message)
  const { invocation } = parsed
  const word = invocation.dialect
  const { dialect, message } = word === undefined ? {} : await findDialect(word)
  if (message !== undefined) return unreadable(index, message)
  const key = invocationKey(invocation, index)
  const earlier = state?.finished(key)
  if (earlier !== undefined) return { ...earlier, index, resumed: true }
  const run = {
    ...runOptions(invocation, options),
    ...(dialect !== undefined && { dialect }),
  }
  const doubt = state?.inDoubt(key)
  if (doubt !== undefined && options.rerunInDoubt !== true && !isRepeatable(run)) {
    return { ...blank(index, invocation), ...inDoubt(doubt.call) }
  }
  // Processes of the interrupted run may still be running; the call must not run twice at once.
  const ended = doubt?.call == null ? [] : await endOrphans(new Set([doubt.call]))
  const call = randomUUID()
  state?.start(key, call)
  const result = await client.run(invocation.argv, { ...run, call })
  const record: BatchRecord = {
    ...blank(index, invocation),
    outcome: result.outcome,
    verdict: result.verdict,
    attempts: result.attempts.length,
    anomalies: [...orphansEnded(ended), ...result.anomalies],
    duration_ms: result.timing.duration_ms,
    waited_ms: result.timing.waited_ms,
  }
  // An aborted call is not finished.
  if (result.verdict.reason !== 'ABORTED') state?.finish(key, record)
  return record
}

function runOptions(invocation: Invocation, options: BatchOptions): RunOptions {
  const {
    cwd,
    env,
    safety,
    timeout_ms: timeoutMs,
    pages,
    idempotency_key: idempotencyKey,
  } = invocation
  return {
    ...options.run,
    ...(options.signal !== undefined && { signal: options.signal }),
    ...(cwd !== undefined && { cwd }),
    ...(env !== undefined && { env: { ...options.run?.env, ...env } }),
    ...(safety !== undefined && { safety }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(pages !== undefined && { pages }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }
}

/** A generated key would differ between runs, so the tool would not recognise the repeated call. */
function isRepeatable({ safety = 'unknown', idempotencyKey }: RunOptions): boolean {
  return safety !== 'unknown' || typeof idempotencyKey === 'string'
}

function blank(index: number, invocation: Invocation) {
  const { id = null, argv } = invocation
  return {
    index,
    id,
    argv,
    attempts: 0,
    anomalies: [],
    duration_ms: 0,
    waited_ms: 0,
    resumed: false,
  }
}

function unreadable(index: number, message: string): BatchRecord {
  const outcome = fail({
    exit: 'ARG_ERROR',
    error: {
      code: 'INVOCATION_INVALID',
      message: `Line ${index + 1} is not an invocation: ${message}.`,
      phase: 'validation',
    },
  })
  return {
    ...blank(index, { argv: [] }),
    outcome,
    verdict: verdictOf('FIX_NEEDED', outcome.error.message),
  }
}

function orphansEnded(pids: readonly number[]): BatchRecord['anomalies'] {
  if (pids.length === 0) return []
  const message = `Processes of the run that was cut off were still alive and were ended: ${pids.join(', ')}.`
  return [{ code: 'ORPHANS_ENDED', message, attempt: 0 }]
}

function inDoubt(call: string | null): { readonly outcome: Outcome; readonly verdict: Verdict } {
  const pids = call === null ? [] : orphansOf(call)
  const alive = pids.length === 0 ? '' : ` Its processes are still alive: ${pids.join(', ')}.`
  const message = `An earlier run started this call and did not see its end; inspect the state before running it again.${alive}`
  const outcome = fail({
    exit: 'PARTIAL_FAILURE',
    error: {
      code: 'CALL_IN_DOUBT',
      message,
      retryable: false,
      synthesised: true,
      ...(pids.length > 0 && { details: { pids: [...pids] } }),
    },
  })
  return { outcome, verdict: verdictOf('IN_DOUBT', message) }
}

function verdictOf(reason: VerdictReason, message: string): Verdict {
  return { ...escalate(reason, message), soft_redirects: [] }
}
