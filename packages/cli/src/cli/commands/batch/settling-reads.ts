import {
  createClient,
  createDialectFinder,
  declaredReadOf,
  loadKnowledge,
  type BatchBackend,
  type ClientOptions,
  type Doubt,
} from '@surety/client/unstable/client'
import { isJsonObject, type JsonValue, type Outcome } from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import type { Redactor } from '@surety/internal/redact/redactor.ts'
import { redactWords } from '@surety/internal/redact/secret-options.ts'
import { sha256 } from '@surety/internal/sha256.ts'

/** A call in doubt and the read that tells whether it happened. */
export interface SettlingRead {
  readonly id: string
  readonly call: string
  readonly read: string
}

type Found = SettlingRead & {
  readonly words: readonly string[]
  readonly proves: boolean
  /** Whether the manifest of the tool names it, so that it answers in the dialect of the call. */
  readonly isDeclared: boolean
  readonly doubt: Doubt
}

/** Finds the reads of all calls in doubt that have one. */
async function readsOf(
  batch: BatchBackend,
  redactor: Redactor,
  client: ClientOptions,
): Promise<readonly Found[]> {
  const { settlingReadOf } = await loadKnowledge()
  const found: Found[] = []
  const show = (words: readonly string[]) => quoteWords(redactWords(words, redactor))
  for await (const doubt of batch.doubts()) {
    const { argv } = doubt.call
    const place = placeOf(doubt)
    const known = await settlingReadOf(argv, place.cwd)
    const read = known ?? (await declaredReadOf(argv, place, client))
    if (read === undefined) continue
    const shown = { id: doubt.name, call: show(argv), read: show(read.words) }
    found.push({ ...shown, ...read, isDeclared: known === undefined, doubt })
  }
  return found
}

/** A read has the folder and the variables of its call, as another account would answer for itself. */
function placeOf({ call: { cwd, env } }: Doubt) {
  return given({ cwd: cwd ?? undefined, env })
}

/** Gives the reads, and a word by which a person says to have seen exactly these. */
export async function listReads(batch: BatchBackend, redactor: Redactor, client: ClientOptions) {
  const reads = await readsOf(batch, redactor, client)
  const shown = reads.map(({ id, call, read }) => ({ id, call, read }))
  return { reads: shown, seen: sha256(JSON.stringify(shown)).slice(0, 8) }
}

const MAX_SHOWN = 400

/** Runs the reads, and records what they prove; where a read proves nothing, its answer is for a person. */
export async function settleByReads(
  batch: BatchBackend,
  redactor: Redactor,
  options: ClientOptions,
) {
  const own = createClient({ ...options, safety: 'safe' })
  const plain = createClient({ ...options, safety: 'safe', dialect: 'plain', memory: false })
  const dialects = createDialectFinder()
  const rows = []
  for (const found of await readsOf(batch, redactor, options)) {
    const { id, call, read, words, proves, isDeclared, doubt } = found
    const place = placeOf(doubt)
    const { outcome } = isDeclared
      ? await own.run(words, { ...place, ...given(await dialects(doubt.call.dialect)) })
      : await plain.run(words, place)
    const answer = isDeclared ? outcome.data : printedIn(outcome)
    const proven = proves ? provenBy(outcome, answer) : null
    // What a call that still runs has not made, it may yet make.
    const alive = proven === 'failed' ? doubt.pids : []
    const as = alive.length > 0 ? null : proven
    const shows = redactor.redact(textOf(answer, outcome)).slice(0, MAX_SHOWN)
    if (as !== null) await batch.settle(id, { as, data: { read, shows } })
    rows.push({ id, call, read, shows, settled_as: as, ...(alive.length > 0 && { alive }) })
  }
  return rows
}

/** What was looked for is there, or it is not; a read that failed in another way says neither. */
function provenBy(outcome: Outcome, answer: JsonValue): 'done' | 'failed' | null {
  if (!outcome.ok) return outcome.exit === 'NOT_FOUND' ? 'failed' : null
  const isEmpty = Array.isArray(answer) ? answer.length === 0 : textOf(answer, outcome) === ''
  return isEmpty ? 'failed' : 'done'
}

function printedIn({ data }: Outcome): JsonValue {
  return isJsonObject(data) ? (data['stdout'] ?? null) : data
}

function textOf(answer: JsonValue, { error }: Outcome): string {
  if (answer === null || answer === '') return error?.message ?? ''
  return typeof answer === 'string' ? answer.trim() : JSON.stringify(answer)
}
