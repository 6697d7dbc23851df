import { setMaxListeners } from 'node:events'

import { defect, SuretyError } from 'surety/unstable/contract'
import { createLimiter } from '../call/limiter.ts'
import type { Client } from '../client.ts'
import { given } from '@surety/internal/given.ts'
import type { RunOptions } from '../options.ts'
import { toRunOptions } from '../settings.ts'
import type { BatchBackend } from './backend.ts'
import { openFileBackend } from './file-backend.ts'
import { CallIds, createDialectFinder, parseInvocation } from './invocation.ts'
import { callKey, resolveCall, type BatchCall } from './call-identity.ts'
import { type BatchRecord, doubtRecord, unreadableRecord } from './record.ts'
import { runCall } from './run-call.ts'

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
 * With a state file the batch can be resumed. Input is read only as fast as records are consumed. The same
 * id twice throws before anything runs if the lines are an array, else it fails the second line.
 *
 * @example
 * ```ts
 * import { createClient, runBatch } from '@surety/client'
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
  if (Array.isArray(lines)) {
    const ids = new CallIds()
    for (const [at, text] of (lines as readonly string[]).entries()) ids.takeLine(text, at + 1)
  }
  const backend = options.state === undefined ? undefined : openFileBackend(options.state)
  const runLine = createLineRunner(client, options, backend)
  // Every running call listens.
  if (options.signal !== undefined) setMaxListeners(0, options.signal)
  const limit = createLimiter(concurrency)
  // Records that are ready before an earlier, slower call; the other calls go on meanwhile.
  const window = order === 'input' ? concurrency * 4 : concurrency
  const running = new Map<number, Promise<Settled>>()
  let [index, line] = [0, 0]
  let problem: { readonly error: unknown } | undefined
  const next = async (): Promise<readonly BatchRecord[]> => {
    const [oldest] = running.values()
    const ended = await (order === 'input' ? oldest! : Promise.race(running.values()))
    running.delete(ended.index)
    if ('record' in ended) return [ended.record]
    problem ??= ended
    return []
  }
  try {
    for await (const text of lines) {
      line += 1
      if (text.trim() === '') continue
      if (options.signal?.aborted === true || problem !== undefined) break
      const [place, number] = [index, line]
      index += 1
      const ended = limit(() => runLine(text, place, number)).then(
        (record) => ({ index: place, record }),
        (error: unknown) => ({ index: place, error }),
      )
      running.set(place, ended)
      if (running.size >= window) yield* await next()
    }
    // After a problem too: the end of a running call is worth more than a call in doubt.
    while (running.size > 0) yield* await next()
    if (problem !== undefined) throw problem.error
  } finally {
    // A consumer that stops early must not leave unawaited calls behind.
    await Promise.all(running.values())
    await backend?.close()
  }
}

/** How a line ended; it never rejects, because nobody may be waiting for it yet. */
type Settled =
  | { readonly index: number; readonly record: BatchRecord }
  | { readonly index: number; readonly error: unknown }

function createLineRunner(client: Client, options: BatchOptions, backend?: BatchBackend) {
  // The options of the client, those of the batch on top.
  const defaults = toRunOptions(client.options)
  const env = { ...defaults.env, ...options.run?.env }
  const run = { ...defaults, ...options.run, env, ...given({ signal: options.signal }) }
  const plan = createPlanner(run, client.options.inheritedEnv ?? {})
  return async (text: string, index: number, line: number): Promise<BatchRecord> => {
    const read = await plan(text, index, line)
    if ('record' in read) return read.record
    const { planned, dialect } = read
    const claim = (await backend?.claim(planned)) ?? { kind: 'free' }
    if (claim.kind === 'finished') return { ...claim.record, index, resumed: true }
    const earlier = claim.kind === 'doubt' ? claim.earlier : undefined
    if (earlier !== undefined && options.rerunInDoubt !== true && !isRepeatable(planned.call))
      return doubtRecord(index, planned.call, earlier.call)
    try {
      return await runCall({ client, planned, dialect, recorder: backend, earlier, run })
    } catch (error) {
      // A state that cannot be written ends the batch; options that the client refuses fail their line.
      if (error instanceof SuretyError) throw error
      return unreadableRecord(index, line, error instanceof Error ? error.message : String(error))
    }
  }
}

export function createPlanner(run: RunOptions, inherited: Readonly<NodeJS.ProcessEnv>) {
  const ids = new CallIds()
  const findDialect = createDialectFinder()
  return async (text: string, index: number, line: number) => {
    const refuse = (why: string) => ({ record: unreadableRecord(index, line, why) })
    const invocation = parseInvocation(text)
    if (typeof invocation === 'string') return refuse(invocation)
    const repeated = ids.take(invocation.id, line)
    if (repeated !== undefined) return refuse(repeated)
    const word = invocation.dialect
    const { dialect = run.dialect ?? 'auto', message } =
      word === undefined ? {} : await findDialect(word)
    if (message !== undefined) return refuse(message)
    const call = resolveCall(invocation, run)
    return { planned: { key: callKey(call, index, inherited), index, call }, dialect }
  }
}

/** A generated key would differ between runs, so the tool would not recognise the repeated call. */
export function isRepeatable({ safety = 'unknown', idempotency_key: key }: BatchCall): boolean {
  return safety !== 'unknown' || typeof key === 'string'
}
