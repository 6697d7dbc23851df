import type { ReadOutcome } from '../../contract/index.ts'
import type { Dialect } from '../dialect.ts'
import type { OpenCapture } from './open-capture.ts'
import { bareError, claimsFailure, saidFailure, type SaidFailure } from './read-members.ts'

const MAX_MESSAGE = 500

/** Words that something calls itself a failure, although its process ended with 0. */
export function contradiction(subject: string, said?: Partial<SaidFailure>): string | undefined {
  if (said === undefined) return undefined
  const words = [said.code, said.message?.slice(0, MAX_MESSAGE)].filter(
    (word) => word !== undefined,
  )
  const which = words.length > 0 ? ` (${words.join(': ')})` : ''
  return `${subject} calls itself a failure${which}, but the exit code 0 says success.`
}

/** Adds a warning to a success whose payload claims a failure that its dialect does not read. */
export function withContradiction(
  outcome: ReadOutcome,
  capture: OpenCapture,
  { hasEnvelope }: Dialect,
): ReadOutcome {
  if (!outcome.ok || outcome.diagnostics.malformed) return outcome
  const document = capture.whole('stdout')?.value
  const isBare = hasEnvelope === false
  const said = isBare || claimsFailure(document) ? saidFailure(document) : undefined
  const warning = contradiction('The answer', said ?? (isBare ? bareError(document) : undefined))
  return warning === undefined ? outcome : { ...outcome, warnings: [...outcome.warnings, warning] }
}
