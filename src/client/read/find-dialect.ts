import type { ReadOutcome } from '../../contract/index.ts'
import { detect, traitsOf, type Capture, type DecodeOptions } from '../../dialects/index.ts'
import { decodeAnswer } from './decode-answer.ts'
import { tellApart } from './distinguish-generations.ts'
import type { DeclaredCommand } from '../decide/policy.ts'

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

const BRACE = 0x7b

function hasBrace(stream: unknown): boolean {
  return stream instanceof Uint8Array ? stream.includes(BRACE) : String(stream).includes('{')
}

/** Finds the dialect of an answer; undefined when it speaks none. */
export async function findDialect(
  capture: Capture,
  options: DecodeOptions & { readonly command?: DeclaredCommand | undefined },
): Promise<FoundDialect | undefined> {
  // Silence and plain words are most of what programs print, and no envelope is without a brace.
  if (![capture.stdout, capture.stderr].some(hasBrace)) return undefined
  const { candidates } = detect(capture)
  const [best] = candidates
  if (best === undefined || best.confidence < LIKELY) return undefined
  const fitting = candidates.filter(({ confidence }) => best.confidence - confidence < LEAD)
  const { command, ...given } = options
  const readings = await Promise.all(
    fitting.map(({ dialect }) => decodeAnswer(capture, { ...given, dialect })),
  )
  const told = tellApart(readings, command)
  const [first, ...others] = told
  if (first === undefined) return undefined
  // Without an envelope there is nothing to recognise, or to miss later.
  const isSure = best.confidence >= SURE && traitsOf(first.dialect).hasEnvelope !== false
  return {
    outcome: first.outcome,
    dialect: first.dialect,
    alternatives: others.map(({ outcome }) => outcome),
    candidates: told.map(({ dialect }) => dialect),
    isSure,
    isUnique: isSure && others.length === 0,
  }
}
