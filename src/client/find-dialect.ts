import type { ReadOutcome } from '../contract/index.ts'
import type { Capture, DecodeOptions } from '../dialects/index.ts'

/** A dialect that fits an answer. */
export interface FoundDialect {
  readonly outcome: ReadOutcome
  readonly dialect: string
  readonly candidates: readonly string[]
  /** True when nothing else fits. */
  readonly isUnique: boolean
  /** True when all that fit would do the same about it. */
  readonly isCertain: boolean
}

/** Finds the dialect of an answer; undefined when it speaks none. */
export async function findDialect(
  _capture: Capture,
  _options: DecodeOptions,
): Promise<FoundDialect | undefined> {
  return undefined
}
