import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { EXIT_CODE_TABLES } from '../../packages/surety/src/contract/index.ts'
import type { ReplayCall } from '../../packages/cli/src/replay/transcript.ts'
import { judged } from './calls.ts'

/** What a person wrote after reading a failed call. The call itself is in its set, not here. */
export interface Label {
  readonly set: 'axi' | 'swe'
  readonly run: string
  /** The number of the call in its run. */
  readonly call: number
  /** The start of the SHA-256 of its output, so that a changed set is noticed. */
  readonly output: string
  readonly kind: Kind
  /** What the same call would do if it were made again at once. */
  readonly again: 'same' | 'may_differ'
  readonly reason: string
}

/** The exits of our contract that say the same as a label; the first says it best. */
export const KINDS = {
  answer: ['SUCCESS'],
  tests: ['CONFLICT', 'GENERAL_ERROR'],
  verdict: ['GENERAL_ERROR'],
  raised: ['GENERAL_ERROR'],
  syntax: ['ARG_ERROR', 'GENERAL_ERROR'],
  missing: ['NOT_FOUND'],
  some_missing: ['NOT_FOUND', 'PARTIAL_FAILURE'],
  not_installed: ['PRECONDITION', 'NOT_FOUND'],
  usage: ['ARG_ERROR'],
  not_ready: ['PRECONDITION', 'CONFLICT'],
  partial: ['PARTIAL_FAILURE'],
  ended: ['TIMEOUT'],
  unclear: ['GENERAL_ERROR'],
} as const satisfies Record<string, readonly string[]>

export type Kind = keyof typeof KINDS

/** A label beside what we say of the call: `silent` if we know nothing beyond its exit. */
export interface Comparison {
  readonly label: Label
  readonly exit: string
  readonly code: string | null
  readonly meaning: Verdict
  readonly again: Verdict
}

export type Verdict = 'agrees' | 'silent' | 'differs'

export function readLabels(): readonly Label[] {
  const text = readFileSync(new URL('labels.ndjson', import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Label)
}

export function digestOf(output: string): string {
  return createHash('sha256').update(output).digest('hex').slice(0, 12)
}

const TABLE: Readonly<Record<string, { readonly retryable: string }>> = EXIT_CODE_TABLES['1.6']

/** Compares what we say of a failed call with its label. */
export async function compare(label: Label, call: ReplayCall): Promise<Comparison> {
  const { end } = await judged(call)
  const isSilent = end.answer === undefined && end.failure === undefined && !call.isEnded
  const exit =
    end.answer === undefined
      ? (end.failure?.exit ?? (call.isEnded ? 'TIMEOUT' : 'GENERAL_ERROR'))
      : 'SUCCESS'
  const expected: readonly string[] = KINDS[label.kind]
  const meaning = isSilent ? 'silent' : expected.includes(exit) ? 'agrees' : 'differs'
  return { label, exit, code: end.failure?.code ?? null, meaning, again: againOf(label, exit) }
}

/** Compares the advice on another try; an exit whose advice depends gives none. */
function againOf({ again }: Label, exit: string): Verdict {
  const { retryable } = TABLE[exit] ?? { retryable: 'depends' }
  if (retryable === 'depends') return 'silent'
  const says = retryable === 'yes' ? 'may_differ' : 'same'
  return says === again ? 'agrees' : 'differs'
}
