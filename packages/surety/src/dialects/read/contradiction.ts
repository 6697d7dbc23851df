import type { JsonValue, ReadOutcome } from '../../contract/index.ts'
import type { Dialect } from '../dialect.ts'
import { bareError, evidentError, evidentErrorText, MAX_START } from './bare-error.ts'
import type { OpenCapture } from './open-capture.ts'
import { claimsFailure, saidFailure, type SaidFailure } from './read-members.ts'

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
  { hasEnvelope, isGiven }: Pick<Dialect, 'hasEnvelope'> & { readonly isGiven: boolean },
): ReadOutcome {
  if (!outcome.ok || outcome.diagnostics.malformed) return outcome
  const document = capture.whole('stdout')?.value
  const isBare = hasEnvelope === false
  const said = isBare || claimsFailure(document) ? saidFailure(document) : undefined
  // Without a given dialect, only what is evidently an error is told of, and that is never taken for bare output.
  const bare = isBare && isGiven ? bareError(document) : undefined
  const warning = contradiction('The answer', said ?? bare)
  return warning === undefined ? outcome : { ...outcome, warnings: [...outcome.warnings, warning] }
}

/** Says why output of no dialect does not look like the success that its exit code 0 says. */
export function selfContradiction(capture: OpenCapture): string | undefined {
  return contradiction('The output', whatItSays(capture)) ?? breakingOff(capture)
}

/** Says that an output which begins as JSON has no end; logs may begin with a bracket too. */
function breakingOff(capture: OpenCapture): string | undefined {
  const { text, cutOff } = capture.text('stdout')
  if (cutOff || !/^\s*(?:\[\s*)?\{\s*"/.test(text) || capture.whole('stdout')) return undefined
  const isCut = capture.scan('stdout', () => {}).cut
  return isCut
    ? 'The output ends inside a JSON document, but the exit code 0 says success.'
    : undefined
}

/** Finds what output of no dialect says about its failure; marks in the midst of a stream may be a record of a log. */
export function whatItSays(capture: OpenCapture): Partial<SaidFailure> | undefined {
  const whole = capture.whole('stdout')?.value
  const said = saidFailure(whole) ?? evidentError(whole)
  if (said !== undefined) return said
  for (const stream of ['stdout', 'stderr'] as const) {
    const end = capture.text(stream).text.trimEnd().length
    let last: JsonValue | undefined
    const endsHere = (_start: number, to: number) => to >= end
    const visit = (value: JsonValue, text: string, start: number) => {
      if (endsHere(start, start + text.length)) last = value
    }
    capture.scan(stream, visit, endsHere)
    if (claimsFailure(last)) return saidFailure(last)
  }
  if (isLikeAFailure(capture)) return {}
  return whole === undefined ? evidentErrorText(capture.text('stdout').text) : undefined
}

/** Tests for output that says failure at its start without being JSON. */
export function isLikeAFailure(capture: OpenCapture): boolean {
  const start = capture.text('stdout').text.slice(0, MAX_START)
  return LIKE_A_FAILURE.some((form) => form.test(start))
}

/** What says failure without being JSON: TOON, YAML and Markdown, an error as a block, JSON that is cut or nearly JSON. */
const LIKE_A_FAILURE = [
  /^\s*(?:(?:ok|success): |## ok\s+)(?:false|no)\s*(?:\n|$)/i,
  /^\s*errors?:[ \t]*\n(?:[ \t]+[\w-]+:|[ \t]*- \S)/,
  /^\s*\{(?:[^{}]*[,{\n])?\s*(["']?)(?:ok|success)\1\s*:\s*false\b/i,
]
