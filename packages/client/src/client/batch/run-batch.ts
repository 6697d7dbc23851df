import { setMaxListeners } from 'node:events'

import { defect, SuretyError } from 'surety/unstable/contract'
import { createLimiter } from '../call/limiter.ts'
import type { Client } from '../client.ts'
import { given } from '@surety/internal/given.ts'
import type { RunOptions } from '../options.ts'
import { toRunOptions } from '../settings.ts'
import { FileBackend } from './file-backend.ts'
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
  const { concurrency = 4, order = 'input', signal } = options
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw defect('BATCH_INVALID', 'concurrency must be at least 1')
  if (Array.isArray(lines)) {
    const ids = new CallIds()
    for (const [at, text] of (lines as readonly string[]).entries()) ids.takeLine(text, at + 1)
  }
  const backend = options.state === undefined ? undefined : new FileBackend(options.state)
  const runLine = createLineRunner(client, options, backend)
  // Every running call listens.
  if (signal !== undefined) setMaxListeners(0, signal)
  const limit = createLimiter(concurrency)
  // Records that are ready before an earlier, slower call; the other calls go on meanwhile.
  const window = order === 'input' ? concurrency * 4 : concurrency
  try {
    yield* collect(lines, {
      order,
      window,
      signal,
      start: async (...line) => {
        const record = limit(() => runLine(...line))
        return { end: record.then((ended) => () => ended) }
      },
    })
  } finally {
    await backend?.close()
  }
}

/** Reads a record when it is its turn, so that those that wait need no memory. */
export type ReadRecord = () => BatchRecord | Promise<BatchRecord>

export type StartLine = (
  text: string,
  index: number,
  line: number,
  /** Rejects if the batch cannot go on; undefined if nobody waits for the end. */
) => Promise<{ readonly end: Promise<ReadRecord> | undefined }>

interface Collecting {
  readonly order: 'input' | 'completion'
  /** How many may be started and not yet yielded. */
  readonly window: number
  readonly signal?: AbortSignal | undefined
  readonly start: StartLine
}

/** Starts lines as they come, and yields their records as they can be given. */
export async function* collect(
  lines: AsyncIterable<string> | Iterable<string>,
  { order, window, signal, start }: Collecting,
): AsyncGenerator<BatchRecord, void, undefined> {
  const source =
    Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
  const running = new Map<number, Promise<void>>()
  const ended = new Map<number, ReadRecord>()
  let [index, line, next] = [0, 0, 0]
  let [isRead, isReading, hasChanged] = [false, false, false]
  let problem: { readonly error: unknown } | undefined
  let wake = (): void => {}
  const change = (): void => ((hasChanged = true), wake())
  const fail = (error: unknown): void => void (problem ??= { error })
  const readOn = async (): Promise<void> => {
    const { done, value: text } = await source.next()
    line += 1
    if (done === true) isRead = true
    if (isOver() || text.trim() === '') return
    const place = index
    index += 1
    const { end } = await start(text, place, line)
    if (end === undefined) return
    const settled = end
      .then((read) => void ended.set(place, read), fail)
      .finally(() => (running.delete(place), change()))
    running.set(place, settled)
  }
  const isOver = (): boolean => isRead || problem !== undefined || signal?.aborted === true
  try {
    for (;;) {
      for (;;) {
        const place = order === 'input' ? next : (ended.keys().next().value ?? -1)
        const read = ended.get(place)
        if (read === undefined) break
        ended.delete(place)
        next = place + 1
        yield await read()
      }
      if (!isReading && isOver() && running.size === 0) break
      if (!isReading && !isOver() && running.size + ended.size < window) {
        isReading = true
        void readOn()
          .catch(fail)
          .finally(() => ((isReading = false), change()))
      }
      if (!hasChanged) await new Promise<void>((resolve) => (wake = resolve))
      hasChanged = false
    }
    // After a problem too: the end of a running call is worth more than a call in doubt.
    if (problem !== undefined) throw problem.error
  } finally {
    isRead = true
    // A consumer that stops early must not leave unawaited calls behind.
    await Promise.all(running.values())
    void source.return?.()
  }
}

function createLineRunner(client: Client, options: BatchOptions, backend?: FileBackend) {
  // The options of the client, those of the batch on top.
  const defaults = toRunOptions(client.options)
  const env = { ...defaults.env, ...options.run?.env }
  const run = { ...defaults, ...options.run, env, ...given({ signal: options.signal }) }
  const plan = createPlanner(run, client.options.inheritedEnv ?? {})
  return async (text: string, index: number, line: number): Promise<BatchRecord> => {
    const read = await plan(text, index, line)
    if ('record' in read) return read.record
    const { planned, dialect } = read
    const claim = backend?.claim(planned) ?? { kind: 'free' }
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
