import { readFile } from 'node:fs/promises'

import { toAnimusError } from './animus-error.ts'
import { Refused, type Subject } from './subjects.ts'

/** The most and the fewest items of a batch. */
const LARGEST = 100

/** Reads the items of a batch file: an array, or an object with `items`. */
export async function readItems(
  path: string,
): Promise<{ items: Record<string, unknown>[] } | { problem: string }> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: `${path} is not JSON` }
    const known = toAnimusError(error)
    return { problem: known instanceof Error ? known.message : `${path} cannot be read` }
  }
  const items = Array.isArray(value) ? value : (value as { items?: unknown } | null)?.items
  if (!Array.isArray(items) || items.some((item) => typeof item !== 'object' || item === null)) {
    return { problem: `${path} must hold an array of objects, or an object with such 'items'` }
  }
  if (items.length < 1 || items.length > LARGEST) {
    return { problem: `${path} has ${items.length} items; 1 to ${LARGEST} are allowed` }
  }
  return { items: items as Record<string, unknown>[] }
}

/** The result of one item. */
export interface ItemResult {
  readonly index: number
  readonly status: 'success' | 'failed' | 'skipped'
  readonly target_id: string | null
  readonly result: Subject | null
  readonly error?: { readonly code: ItemCode; readonly message: string }
  readonly reason?: string
}

/** The code of a failed item. */
export type ItemCode = 'invalid_input' | 'not_found' | 'conflict' | 'internal'

/** The report on a whole batch. */
export interface BatchResult {
  readonly schema: 'animus.cli.batch.result.v1'
  readonly tool: string
  readonly kind: string
  readonly method: string
  readonly plugin_count: number
  readonly on_error: 'stop' | 'continue'
  readonly summary: {
    readonly requested: number
    readonly executed: number
    readonly succeeded: number
    readonly failed: number
    readonly skipped: number
    readonly completed: boolean
  }
  readonly results: readonly ItemResult[]
}

/** Runs a change for each item, one after the other. */
export async function runBatch(
  batch: { readonly kind: string; readonly verb: string; readonly onError: 'stop' | 'continue' },
  items: readonly Record<string, unknown>[],
  change: (item: Record<string, unknown>) => Promise<Subject>,
): Promise<BatchResult> {
  const results: ItemResult[] = []
  for (const [index, item] of items.entries()) {
    const stopped = batch.onError === 'stop' && results.some(({ status }) => status === 'failed')
    results.push(stopped ? skipped(index) : await attempt(index, item, change))
  }
  const count = (status: ItemResult['status']) =>
    results.filter((one) => one.status === status).length
  return {
    schema: 'animus.cli.batch.result.v1',
    tool: `animus.subject.${batch.verb}`,
    kind: batch.kind,
    method: `${batch.kind}/${batch.verb}`,
    plugin_count: 1,
    on_error: batch.onError,
    summary: {
      requested: items.length,
      executed: count('success') + count('failed'),
      succeeded: count('success'),
      failed: count('failed'),
      skipped: count('skipped'),
      completed: count('skipped') === 0,
    },
    results,
  }
}

/** The code of a failed batch: the common code if every item failed with it, otherwise `internal`. */
export function batchCode({ summary, results }: BatchResult): ItemCode {
  const codes = new Set(results.flatMap(({ error }) => (error ? [error.code] : [])))
  const [only] = codes
  return summary.succeeded === 0 && codes.size === 1 && only ? only : 'internal'
}

async function attempt(
  index: number,
  item: Record<string, unknown>,
  change: (item: Record<string, unknown>) => Promise<Subject>,
): Promise<ItemResult> {
  try {
    const result = await change(item)
    return { index, status: 'success', target_id: result.id, result }
  } catch (error) {
    const target_id = typeof item['id'] === 'string' ? item['id'] : null
    const message = error instanceof Error ? error.message : String(error)
    return {
      index,
      status: 'failed',
      target_id,
      result: null,
      error: { code: codeOf(error), message },
    }
  }
}

/** An invalid item. */
export class BadItem extends Error {
  override readonly name = 'BadItem'
}

function codeOf(error: unknown): ItemCode {
  if (error instanceof BadItem) return 'invalid_input'
  if (error instanceof Refused) return error.refusal.kind === 'not_found' ? 'not_found' : 'conflict'
  return 'internal'
}

const skipped = (index: number): ItemResult => ({
  index,
  status: 'skipped',
  target_id: null,
  result: null,
  reason: 'an earlier item failed',
})
