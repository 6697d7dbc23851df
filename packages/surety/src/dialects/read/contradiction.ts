import { objectOf, type JsonValue, type ReadOutcome } from '../../contract/index.ts'
import type { Dialect } from '../dialect.ts'
import { looseDocument } from '../json/loose-document.ts'
import { bareError, evidentError, failureInText } from './bare-error.ts'
import { OpenCapture } from './open-capture.ts'
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
  const claimed = isBare ? whatAllSays(capture) : undefined
  const said = claimed ?? (claimsFailure(document) ? saidFailure(document) : undefined)
  // Without a given dialect, only what is evidently an error is told of, and that is never taken for bare output.
  const bare = isBare && isGiven ? bareError(document) : undefined
  const warning = contradiction('The answer', said ?? bare)
  return warning === undefined ? outcome : { ...outcome, warnings: [...outcome.warnings, warning] }
}

/** Says why output of no dialect does not look like the success that its exit code 0 says. */
export function selfContradiction(capture: OpenCapture): string | undefined {
  const plain = uncoloured(capture)
  return contradiction('The output', whatItSays(plain)) ?? breakingOff(plain)
}

/** Says that an output which begins as JSON has no end; logs may begin with a bracket too. */
function breakingOff(capture: OpenCapture): string | undefined {
  const { text, cutOff } = capture.text('stdout')
  if (cutOff || !BEGINS.test(text) || capture.whole('stdout')) return undefined
  const isCut = capture.scan('stdout', () => {}).cut
  return isCut
    ? 'The output ends inside a JSON document, but the exit code 0 says success.'
    : undefined
}

const BEGINS = /^\s*(?:\{\s*"|\[[\s[]*["{])/

/** Finds what output of no dialect says about its failure; marks in the midst of a stream may be a record of a log. */
export function whatItSays(given: OpenCapture): Partial<SaidFailure> | undefined {
  const capture = uncoloured(given)
  const said = whatAllSays(capture)
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
  return undefined
}

/** The same of the standard output as one document: in JSON, nearly JSON, YAML, TOON or Markdown. */
export function whatAllSays(given: OpenCapture): Partial<SaidFailure> | undefined {
  const capture = uncoloured(given)
  const whole = capture.whole('stdout')?.value
  const said = failureIn(whole)
  if (said !== undefined) return said
  const text = capture.text('stdout').text.slice(0, MAX_LOOSE)
  // What was parsed may have a member twice.
  const loose = looseDocument(text)
  if (loose === undefined) return whole === undefined ? failureInText(text) : undefined
  const isJson = whole !== undefined || !loose.isAll
  if (isJson) return claimsFailure(loose.value) ? saidFailure(loose.value) : undefined
  return failureIn(loose.value)
}

/** How much of an output is searched for what is nearly JSON. */
const MAX_LOOSE = 64 * 1024

function failureIn(document: JsonValue | undefined): SaidFailure | undefined {
  const said = saidFailure(document) ?? evidentError(document)
  if (said !== undefined) return said
  // `{"data": {"ok": false}}`
  const [inner, ...others] = Object.values(objectOf(document ?? null))
  return others.length === 0 && claimsFailure(inner) ? saidFailure(inner) : undefined
}

/** What terminals are told of colours is no part of a document. */
function uncoloured(capture: OpenCapture): OpenCapture {
  const [stdout, stderr] = (['stdout', 'stderr'] as const).map((name) => capture.text(name).text)
  if (![stdout, stderr].some((text) => text!.includes('\u001B['))) return capture
  const plain = (text = '') => text.replaceAll(COLOUR, '')
  return new OpenCapture({
    stdout: plain(stdout),
    stderr: plain(stderr),
    exit_code: capture.exit_code,
  })
}

// oxlint-disable-next-line no-control-regex -- escape sequences begin with one
const COLOUR = /\u001B\[[\d;?]*[A-Za-z]/g
