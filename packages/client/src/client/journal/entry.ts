import type { Verdict } from '../decide/verdict.ts'
import { redactWords } from '@surety/internal/redact/secret-options.ts'
import type { Redactor } from '@surety/internal/redact/redactor.ts'
import type { Attempt } from '../result.ts'

/** One attempt, as a line of the journal. */
export interface JournalEntry {
  readonly v: 1
  /** When the attempt ended, ISO 8601. */
  readonly time: string
  /** The same for all attempts of one call. */
  readonly call: string
  readonly tool: string
  /** The words of the command, as far as they can be told from its arguments. */
  readonly command: string
  /** The whole command line, secrets redacted. */
  readonly argv: readonly string[]
  readonly outcome: 'success' | 'failure'
  readonly exit: string
  readonly exit_code: number | null
  readonly category: string | null
  readonly code: string | null
  readonly operation: string | null
  readonly target: string | null
  readonly verdict: Verdict['kind']
  readonly reason: Verdict['reason']
  /** 1 for the first attempt of a call. */
  readonly attempt: number
  /** The wait before the attempt. */
  readonly waited_ms: number
  readonly duration_ms: number
  readonly dialect: string | null
  readonly trace_id: string
  /** The warnings of the tool, if there were any. */
  readonly warnings?: readonly string[]
  /** Those of them that name a replacement for the command. */
  readonly soft_redirects?: readonly string[]
}

/** The start of an attempt, as a line of the journal. If no entry of it follows, its client ended before it. */
export interface JournalStart {
  readonly v: 1
  readonly started: true
  readonly time: string
  readonly call: string
  readonly attempt: number
  readonly client: string
}

interface EntryFacts
  extends
    Pick<Attempt, 'argv' | 'dialect' | 'duration_ms' | 'outcome' | 'verdict' | 'waited_ms'>,
    Pick<JournalEntry, 'attempt' | 'call' | 'tool' | 'trace_id'> {
  readonly time: Date
  readonly program: readonly string[]
}

const MAX_WORDS = 64
const MAX_WARNINGS = 16
const MAX_TEXT = 512
/** Far more than is kept, so that the part that is kept never ends inside an unrecognised secret. */
const MAX_READ = 64 * 1024

/** Makes a journal entry: secrets redacted, every part bounded, so that a line is one small write. */
export function toJournalEntry(facts: EntryFacts, redactor: Redactor): JournalEntry {
  const { outcome, verdict } = facts
  const { soft_redirects: soft } = verdict
  const argv = redactWords(
    facts.argv.slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_READ)),
    redactor,
  )
  const text = (value: string | undefined) => (value === undefined ? null : short(value, redactor))
  const all = (texts: readonly string[]) =>
    texts.slice(0, MAX_WARNINGS).map((each) => short(each, redactor))
  return {
    v: 1,
    time: facts.time.toISOString(),
    call: facts.call,
    tool: short(facts.tool, redactor),
    command: commandWords(facts, argv, redactor),
    argv: argv.map((word) => word.slice(0, MAX_TEXT)),
    outcome: outcome.ok ? 'success' : 'failure',
    exit: outcome.exit,
    exit_code: outcome.process?.exit_code ?? null,
    category: outcome.error?.category ?? null,
    code: text(outcome.error?.code),
    operation: text(outcome.error?.operation),
    target: text(outcome.error?.target),
    verdict: verdict.kind,
    reason: verdict.reason,
    attempt: facts.attempt,
    waited_ms: facts.waited_ms,
    duration_ms: facts.duration_ms,
    dialect: facts.dialect,
    trace_id: facts.trace_id,
    ...(outcome.warnings.length > 0 && { warnings: all(outcome.warnings) }),
    ...(soft.length > 0 && { soft_redirects: all(soft) }),
  }
}

function commandWords(facts: EntryFacts, argv: readonly string[], redactor: Redactor): string {
  const { outcome, program } = facts
  const { command } = outcome.meta
  if (typeof command === 'string' && command !== '') return short(command, redactor)
  const words = argv.slice(program.length, program.length + 3)
  const end = words.findIndex((word) => !/^[a-z][a-z\d:_-]*$/i.test(word))
  return (end === -1 ? words : words.slice(0, end)).join(' ').slice(0, MAX_TEXT)
}

function short(value: string, redactor: Redactor): string {
  return redactor.redact(value.slice(0, MAX_READ)).slice(0, MAX_TEXT)
}
