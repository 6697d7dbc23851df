import { once } from 'node:events'
import { PassThrough } from 'node:stream'

import type { Client } from '../client.ts'
import type { CallFailure, CallResult } from './caller.ts'
import type { RunOptions } from '../options.ts'
import type { RunResult } from '../result.ts'
import type { VerdictReason } from '../decide/verdict.ts'
import { given } from '@surety/internal/given.ts'
import { LineSplitter } from '@surety/internal/lines.ts'
import {
  defect,
  fail,
  isJsonObject,
  parseJson,
  type FailureOutcome,
  type JsonValue,
} from 'surety/unstable/contract'
import { DEFAULT_DIALECT } from 'surety/unstable/dialects'

type Result = CallResult<unknown>

/** Starts a call. Only the compiler knows whether its command streams: if it is iterated at once, it prints rows. */
export function startCall(client: Client, argv: readonly string[], options: RunOptions) {
  let isIterated = false
  const answer = Promise.resolve().then(() => {
    if (!isIterated) return ask(client, argv, 'json', options)
    throw defect('ROWS_TAKEN', 'the rows of this call were iterated; call again to get all of them')
  })
  // A call that nobody awaits may fail, as a value or by misuse.
  answer.catch(() => {})
  let hasStarted = false
  queueMicrotask(() => void (hasStarted = true))
  return Object.assign(answer, {
    all: () => answer,
    [Symbol.asyncIterator]: () => {
      if (hasStarted) return rowsOf(answer)
      isIterated = true
      return iterate(client, argv, options)
    },
  })
}

async function ask(
  client: Client,
  argv: readonly string[],
  format: 'json' | 'jsonl',
  options: RunOptions,
): Promise<Result> {
  const words = [...argv, `--envelope=${DEFAULT_DIALECT}+lossless`, `--format=${format}`]
  const run = await client.run(words, { ...options, dialect: DEFAULT_DIALECT })
  // A loop over rows has no place for `next`, so rows that are missing there are a failure.
  return callResult(run, format === 'json')
}

async function* iterate(
  client: Client,
  argv: readonly string[],
  options: RunOptions,
): AsyncGenerator<Result, void, undefined> {
  const stop = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal
  const rows = new PassThrough({ objectMode: true, highWaterMark: MAX_WAITING })
  let readRows = createRowReader()
  const ended = ask(client, argv, 'jsonl', {
    ...options,
    signal,
    // A second attempt would print the first rows again.
    policy: { ...options.policy, maxSteps: 1 },
    onEvent: (event) => {
      // Every page ends with an envelope of its own.
      if (event.kind === 'attempt_started') readRows = createRowReader()
      options.onEvent?.(event)
    },
    onStdout: async (chunk) => {
      for (const data of readRows(chunk))
        rows.write({ ok: true, data, next: null, warnings: [], meta: {}, run: null })
      // A reader that has left reads no more.
      if (rows.writableNeedDrain) await once(rows, 'drain', { signal: stop.signal }).catch(() => {})
    },
  }).finally(() => rows.end())
  ended.catch(() => {})
  try {
    yield* rows as AsyncIterable<Result>
    const end = await ended
    if (!end.ok) yield end
  } finally {
    stop.abort()
    await ended.catch(() => {})
  }
}

/** How many rows may wait for a slow reader before the tool is held up. */
const MAX_WAITING = 1000

/** Reads the rows of a stream. The last line is the envelope: a line that looks like one is a row if another follows. */
export function createRowReader(): (chunk: Uint8Array) => JsonValue[] {
  const splitter = new LineSplitter(Number.POSITIVE_INFINITY)
  let doubtful: JsonValue[] = []
  return (chunk) => {
    const rows: JsonValue[] = []
    for (const { text } of splitter.feed(chunk)) {
      const row = parseJson(text)
      if (row === undefined) continue
      rows.push(...doubtful.splice(0))
      if (looksLikeEnvelope(row)) doubtful = [row]
      else rows.push(row)
    }
    return rows
  }
}

function looksLikeEnvelope(row: JsonValue): boolean {
  return isJsonObject(row) && typeof row['ok'] === 'boolean' && isJsonObject(row['meta'] ?? null)
}

async function* rowsOf(answer: Promise<Result>): AsyncGenerator<Result, void, undefined> {
  const end = await answer
  if (!end.ok) return yield end
  const rows: readonly unknown[] = Array.isArray(end.data) ? end.data : [end.data]
  for (const data of rows) yield { ...end, data }
}

function callResult(run: RunResult, mayBePage: boolean): Result {
  const { outcome, verdict } = run
  if (!outcome.ok) return failureOf(outcome, run)
  const next = outcome.meta.cursor ?? null
  const isPage = mayBePage && next !== null && MORE_PAGES.has(verdict.reason)
  if (verdict.kind !== 'accept' && verdict.kind !== 'use_cache' && !isPage) {
    const error = { code: verdict.reason, message: verdict.message, retryable: false }
    return failureOf(fail({ exit: 'GENERAL_ERROR', error, meta: outcome.meta }), run)
  }
  const { data, warnings, meta } = outcome
  return { ok: true, data, next, warnings, meta, run }
}

/** The verdicts on a page that is good in itself and has a cursor. */
const MORE_PAGES: ReadonlySet<VerdictReason> = new Set(['TRUNCATED', 'PAGE_LIMIT'])

function failureOf(outcome: FailureOutcome, run: RunResult): CallFailure {
  const { exit, error, data, warnings, meta } = outcome
  const { code, message, retryable, suggestion } = error
  const facts = { code, exit, message, retryable, ...given({ suggestion }) }
  return { ok: false, ...facts, error, data, warnings, meta, run }
}
