import type { ReadOutcome } from '../contract/index.ts'
import { decode, detect, type Capture, type DecodeOptions } from '../dialects/index.ts'

/** A dialect that fits an answer. */
export interface FoundDialect {
  readonly outcome: ReadOutcome
  readonly dialect: string
  /** The readings of other dialects that fit as well. */
  readonly alternatives: readonly ReadOutcome[]
  /** All that fit, the one above included. */
  readonly candidates: readonly string[]
  /** True when an envelope is there beyond doubt, whichever of the candidates it is. */
  readonly isSure: boolean
  /** True when nothing else fits, so that it can be relied on from now on. */
  readonly isUnique: boolean
}

/** Below this a shape may be anything, and the program is taken as one without a dialect. */
const LIKELY = 0.5
const SURE = 0.8
/** Candidates that are as close as this to the best one fit as well. */
const LEAD = 0.15

/** Finds the dialect of an answer; undefined when it speaks none. */
export async function findDialect(
  capture: Capture,
  options: DecodeOptions,
): Promise<FoundDialect | undefined> {
  const { candidates } = detect(capture)
  const [best] = candidates
  if (best === undefined || best.confidence < LIKELY) return undefined
  const fitting = candidates.filter(({ confidence }) => best.confidence - confidence < LEAD)
  const ids = fitting.map(({ dialect }) => dialect)
  const readings = await Promise.all(ids.map((dialect) => decode(capture, { ...options, dialect })))
  const [first, ...others] = readings
  if (first === undefined) return undefined
  // incur-compact has no envelope that could be recognised, or missed later.
  const isSure = best.confidence >= SURE && first.dialect !== 'incur-compact'
  return {
    outcome: first.outcome,
    dialect: first.dialect,
    alternatives: others.map(({ outcome }) => outcome),
    candidates: ids,
    isSure,
    isUnique: isSure && ids.length === 1,
  }
}
