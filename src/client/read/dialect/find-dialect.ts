import type { ReadOutcome } from '../../../contract/index.ts'
import {
  detectRendered,
  traitsOf,
  type Capture,
  type DecodeOptions,
} from '../../../dialects/index.ts'
import { decodeAnswer } from '../decode-answer.ts'
import { distinguishGenerations } from './distinguish-generations.ts'
import type { DeclaredCommand } from '../../decide/policy.ts'

/** A dialect that fits an answer. */
export interface FoundDialect {
  readonly outcome: ReadOutcome
  readonly dialect: string
  /** The outcomes in the other dialects that fit. */
  readonly alternatives: readonly ReadOutcome[]
  /** All dialects that fit, this one included. */
  readonly candidates: readonly string[]
  /** True when there is certainly an envelope, in whichever of the candidates. */
  readonly isSure: boolean
}

/** Below this confidence the program counts as one without a dialect. */
const LIKELY = 0.5
const SURE = 0.8
/** Candidates within this distance of the best one fit as well. */
const LEAD = 0.15

/** Finds the dialect of an answer; undefined if it has none. */
export async function findDialect(
  capture: Capture,
  options: DecodeOptions & { readonly command?: DeclaredCommand | undefined },
): Promise<FoundDialect | undefined> {
  const { candidates } = await detectRendered(capture)
  const [best] = candidates
  if (best === undefined || best.confidence < LIKELY) return undefined
  const fitting = candidates.filter(({ confidence }) => best.confidence - confidence < LEAD)
  const { command, ...given } = options
  const readings = await Promise.all(
    fitting.map(({ dialect }) => decodeAnswer(capture, { ...given, dialect })),
  )
  const told = distinguishGenerations(readings, command)
  const [first, ...others] = told
  if (first === undefined) return undefined
  // Without an envelope there is nothing to recognise.
  const isSure = best.confidence >= SURE && traitsOf(first.dialect).hasEnvelope !== false
  return {
    outcome: first.outcome,
    dialect: first.dialect,
    alternatives: others.map(({ outcome }) => outcome),
    candidates: told.map(({ dialect }) => dialect),
    isSure,
  }
}
