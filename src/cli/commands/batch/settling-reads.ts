import {
  createClient,
  loadKnowledge,
  type BatchBackend,
  type ClientOptions,
  type Doubt,
} from '../../../client/index.ts'
import { isJsonObject, type JsonValue, type Outcome } from '../../../contract/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import type { Redactor } from '../../../internal/redact/redactor.ts'
import { redactWords } from '../../../internal/redact/secret-options.ts'
import { sha256 } from '../../../internal/sha256.ts'

/** A call in doubt and the read that tells whether it happened. */
export interface SettlingRead {
  readonly id: string
  readonly call: string
  readonly read: string
}

type Found = SettlingRead & {
  readonly words: readonly string[]
  readonly proves: boolean
  readonly doubt: Doubt
}

/** Finds the reads of all calls in doubt that have one. */
async function readsOf(batch: BatchBackend, redactor: Redactor): Promise<readonly Found[]> {
  const { settlingReadOf } = await loadKnowledge()
  const found: Found[] = []
  const show = (words: readonly string[]) => quoteWords(redactWords(words, redactor))
  for await (const doubt of batch.doubts()) {
    const { argv, cwd } = doubt.call
    const known = await settlingReadOf(argv, cwd ?? undefined)
    if (known === undefined) continue
    const [call, read] = [show(argv), show(known.words)]
    found.push({ id: doubt.name, call, read, ...known, doubt })
  }
  return found
}

/** Gives the reads, and a word by which a person says to have seen exactly these. */
export async function listReads(batch: BatchBackend, redactor: Redactor) {
  const reads = await readsOf(batch, redactor)
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
  const client = createClient({ ...options, dialect: 'plain', safety: 'safe', memory: false })
  const rows = []
  for (const { id, call, read, words, proves, doubt } of await readsOf(batch, redactor)) {
    const { cwd } = doubt.call
    const { outcome } = await client.run(words, cwd == null ? {} : { cwd })
    const as = proves ? provenBy(outcome) : null
    const shows = textOf(outcome).slice(0, MAX_SHOWN)
    if (as !== null) await batch.settle(id, { as, data: { read, shows } })
    rows.push({ id, call, read, shows, settled_as: as })
  }
  return rows
}

/** What was looked for is there, or it is not; a read that failed in another way says neither. */
function provenBy(outcome: Outcome): 'done' | 'failed' | null {
  if (!outcome.ok) return outcome.exit === 'NOT_FOUND' ? 'failed' : null
  const stdout = stdoutOf(outcome)
  const isEmpty = Array.isArray(stdout) ? stdout.length === 0 : textOf(outcome).trim() === ''
  return isEmpty ? 'failed' : 'done'
}

function stdoutOf({ data }: Outcome): JsonValue {
  return isJsonObject(data) ? (data['stdout'] ?? null) : data
}

function textOf(outcome: Outcome): string {
  const stdout = stdoutOf(outcome)
  if (stdout !== null && stdout !== '')
    return typeof stdout === 'string' ? stdout : JSON.stringify(stdout)
  return outcome.error?.message ?? ''
}
