import {
  ERROR_EXITS,
  fail,
  isErrorCode,
  isFailureName,
  isJsonObject,
  type JsonValue,
  type ReadOutcome,
} from 'surety/unstable/contract'
import {
  contradictsGeneration,
  decode,
  detectRendered,
  isKnownDialect,
  isTooDeep,
  LIKELY,
  MAX_LEVELS,
  mayBeTooDeep,
  traitsOf,
  type DecodeOptions,
  type DecodedIn,
  type Dialect,
  type OpenCapture,
} from 'surety/unstable/dialects'
import { flagValues } from '../call/injected-flags.ts'
import { optionWords } from '@surety/internal/command-words.ts'
import { NO_KNOWLEDGE } from '../decide/history.ts'
import { decideMalformed, disownedError } from '../decide/policies/stop.ts'
import type { DeclaredCommand } from '../decide/policy.ts'
import type { ToolFacts } from '../memory/facts.ts'

export type FoundDialect = NonNullable<Awaited<ReturnType<typeof findDialect>>>

const SURE = 0.8
const LEAD = 0.15

export async function findDialect(
  capture: OpenCapture,
  options: DecodeOptions & { readonly command?: DeclaredCommand | undefined },
) {
  const { candidates } = await detectRendered(capture)
  const [best] = candidates
  if (best === undefined || best.confidence < LIKELY) return undefined
  const fitting = candidates.filter(({ confidence }) => best.confidence - confidence < LEAD)
  const { command, ...given } = options
  const decoding = fitting.map(({ dialect }) => decodeAnswer(capture, { ...given, dialect }))
  const told = narrowDown(await Promise.all(decoding), command)
  const [first, ...others] = told
  if (first === undefined) return undefined
  // There is certainly an envelope, in whichever dialect; without one there is nothing to recognise.
  const isSure = best.confidence >= SURE && traitsOf(first.dialect).hasEnvelope !== false
  return {
    outcome: first.outcome,
    dialect: first.dialect,
    alternatives: others.map(({ outcome }) => outcome),
    candidates: told.map(({ dialect }) => dialect),
    isSure,
  }
}

/** Narrows down the dialects that fit an answer, by what a generation never says and by the names of the manifest. */
export function narrowDown(readings: readonly DecodedIn[], command?: DeclaredCommand) {
  const possible = readings.filter((reading) => !isRuledOut(reading))
  // An answer that contradicts all of them rules out none.
  const left = possible.length === 0 ? readings : possible
  const listed =
    left.length < 2 ? left : left.filter(({ outcome }) => !isMisnamed(outcome, command))
  // The most cautious reading comes first.
  const rank = ({ outcome }: DecodedIn) => (outcome.error?.category === 'PARTIAL_FAILURE' ? 0 : 1)
  const told = listed.length === 0 ? left : listed
  return told.toSorted((one, other) => rank(one) - rank(other))
}

export function isRuledOut({ dialect, outcome }: DecodedIn): boolean {
  const { generation } = traitsOf(dialect)
  if (generation === undefined) return false
  // A synthesised error was not said by the tool.
  if (outcome.ok || outcome.error.synthesised === true) return false
  return contradictsGeneration(generation, outcome.error) !== undefined
}

function isMisnamed(outcome: ReadOutcome, command: DeclaredCommand | undefined): boolean {
  const entry = command?.exits.find(({ number }) => number === outcome.process.exit_code)
  return entry?.name !== undefined && isFailureName(entry.name) && entry.name !== outcome.exit
}

const MEMBERS = 'data,error,meta,ok,warnings'

/**
 * Tests whether an undeclared answer is certainly the tool's own report of its failure: the envelope alone and the exit
 * number agree. A program that prints the content of others exits with 0, or with a number that does not.
 */
export function isOwnFailure(capture: OpenCapture, found: FoundDialect): boolean {
  const { outcome, candidates } = found
  if (outcome.ok || outcome.process.exit_code === 0) return false
  const { malformed, problems } = outcome.diagnostics
  if (malformed || problems.length > 0 || outcome.error.synthesised === true) return false
  if (candidates.some((dialect) => traitsOf(dialect).generation === undefined)) return false
  const value = capture.whole('stdout')?.value
  const isWhole = isJsonObject(value) && Object.keys(value).toSorted().join() === MEMBERS
  return isWhole && agrees(outcome.error.code, outcome.exit)
}

function agrees(code: string, exit: string): boolean {
  if (isErrorCode(code)) return ERROR_EXITS[code] === exit
  return !isFailureName(code) || code === exit
}

/** What plain output would mean if it were an envelope. Nothing follows from it: anyone can print it. */
export interface Guess {
  readonly dialect: string
  readonly candidates?: readonly string[]
  readonly ok: boolean
  readonly exit: string
  readonly code?: string
  readonly message?: string
  readonly truncated?: true
  readonly warnings?: readonly string[]
  /** True if naming the dialect would turn the verdict: the exit code says the opposite, or the contract is broken. */
  readonly conflicts?: true
}

export const MAX_MESSAGE = 500

export function guessOf({ dialect, candidates, outcome }: FoundDialect): Guess {
  const { exit, meta, warnings } = outcome
  // The answer as a call with this dialect would give it.
  const ruling = decideMalformed({ outcome, knowledge: NO_KNOWLEDGE })
  const said = outcome.error?.synthesised === true ? undefined : outcome.error
  const error =
    said ?? disownedError(outcome) ?? (ruling ? { ...ruling, code: ruling.reason } : outcome.error)
  const ok = outcome.ok && ruling === undefined
  const conflicts = ruling !== undefined || ok !== (outcome.process.exit_code === 0)
  return {
    dialect,
    ...(candidates.length > 1 && { candidates }),
    ok,
    exit,
    ...(error && { code: error.code, message: error.message.slice(0, MAX_MESSAGE) }),
    ...(meta.truncated === true && { truncated: true }),
    ...(warnings.length > 0 && { warnings }),
    ...(conflicts && { conflicts }),
  }
}

function rejectTooDeep(outcome: ReadOutcome): ReadOutcome {
  const { data, error, meta, warnings, diagnostics, process } = outcome
  if (isTooDeep({ data, error, meta, warnings })) {
    const message = 'The answer is nested too deeply to be passed on.'
    const error = { code: 'GENERAL_ERROR', message, retryable: false, synthesised: true } as const
    const problems = [...diagnostics.problems, `too_deep: more than ${MAX_LEVELS} levels`]
    const broken = { malformed: true, problems, other_documents: [] }
    return fail({ exit: 'GENERAL_ERROR', error, process, diagnostics: broken }) as ReadOutcome
  }
  const others = diagnostics.other_documents.filter((document: JsonValue) => !isTooDeep(document))
  return { ...outcome, diagnostics: { ...diagnostics, other_documents: others } }
}

export async function decodeAnswer(
  capture: OpenCapture,
  options: DecodeOptions & { readonly dialect: string | Dialect },
): Promise<DecodedIn> {
  const read = await decode(capture, options)
  const isLong = [capture.stdout, capture.stderr].some(({ length }) => mayBeTooDeep(length))
  return isLong ? { ...read, outcome: rejectTooDeep(read.outcome) } : read
}

/** Flags that choose an output format without a value, or with one that does not matter. */
const BARE: ReadonlySet<string> = new Set(['--json', '--full-output', '--legacy-envelope'])
const VALUED: ReadonlySet<string> = new Set(
  '--output --output-format --format --envelope --envelope-version -o'.split(' '),
)
/** Any other value is a file or a template and does not choose a format. */
const FORM =
  /^(?:json|jsonl|ndjson|ya?ml|toon|md|markdown|tsv|csv|xml|plain|text|table|wide|human|rich|none)$/i
const MACHINE = /^--json$|^(?:--output|--output-format|--format|-o)=json$/i

/** Returns the flags that choose an output format, normalised: dialects are remembered per set of flags. */
export function outputMode(words: readonly string[]): string {
  const flags = optionWords(words)
  const found = new Map<string, string>()
  flags.forEach((word, index) => {
    const [name = '', ...rest] = word.split('=')
    if (BARE.has(name)) found.set(name, name)
    if (!VALUED.has(name)) return
    const value = rest.length > 0 ? rest.join('=') : (flags[index + 1] ?? '')
    const isForm = name.startsWith('--envelope') ? /^[\w.-]{1,40}$/.test(value) : FORM.test(value)
    if (isForm) found.set(name, `${name}=${value.toLowerCase()}`)
  })
  return [...found.values()].toSorted().join(' ')
}

/** Tests whether a call chooses a format other than JSON. Such output has no envelope and breaks no contract. */
export function isOpaqueByRequest(words: readonly string[]): boolean {
  return outputMode(words)
    .split(' ')
    .some((flag) => /^(?:--format|--output|--output-format|-o)=(?!json$|jsonl$|ndjson$)/.test(flag))
}

export function rememberedDialect(facts: ToolFacts, words: readonly string[]): string | null {
  const mode = outputMode(words)
  if (mode === '') return facts.dialect
  const remembered = facts.modes.find(({ flags }) => flags === mode)
  if (remembered !== undefined) return remembered.dialect
  return mode.split(' ').every((flag) => MACHINE.test(flag)) ? facts.dialect : null
}

export function requestedDialect(argv: readonly string[]): string | undefined {
  const last = flagValues(argv, '--envelope').at(-1)
  return last !== undefined && isKnownDialect(last) ? last : undefined
}
