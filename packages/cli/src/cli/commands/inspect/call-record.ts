import { isUtf8 } from 'node:buffer'

import { estimateTokenCount } from 'tokenx'

import {
  VERDICT_REASONS,
  type JournalEntry,
  type RunResult,
  type Verdict,
} from '@surety/client/unstable/client'
import type { JsonObject, JsonValue, Outcome } from 'surety/unstable/contract'
import { encode, knownDialectIds, loadDialect } from 'surety/unstable/dialects'
import { toJsonText } from '@surety/internal/json/json-text.ts'
import { REDACTED, type Redactor } from '@surety/internal/redact/redactor.ts'
import { isSecretName } from '@surety/internal/redact/secret-name.ts'
import { redactWords } from '@surety/internal/redact/secret-options.ts'
import { splitWords } from '@surety/internal/shell-words.ts'
import { cutData } from '../run/answers.ts'
import { attemptOf } from '../run/call-meta.ts'
import type { CallRecord, Next, ShownDialect, ShownStream, ShownText } from './views.ts'
import { startsWith, type InspectedTool, type PlannedCall } from './inspected-tool.ts'

const MAX_STREAM = 64 * 1024
const MAX_TEXT = 64 * 1024
const MAX_DIALECT = 16 * 1024
/** Data beyond this is shortened before it is written in every dialect. */
const MAX_DATA = 256 * 1024

/** Cuts bytes to a part that ends with a whole character. */
export function toStream(bytes: Uint8Array, from = 0, before = 0, most = MAX_STREAM): ShownStream {
  let end = Math.min(bytes.length, from + most)
  for (let back = 0; back < 3 && end < bytes.length && (bytes[end]! & 0xc0) === 0x80; back += 1)
    end -= 1
  const part = Buffer.from(bytes.subarray(from, end))
  return {
    text: part.toString('utf8'),
    base64: isUtf8(part) ? null : part.toString('base64'),
    bytes: bytes.length,
    shown: part.length,
    ...(before > 0 && { before }),
  }
}

function toText(text: string, most = MAX_TEXT): ShownText {
  return { text: text.slice(0, most).toWellFormed(), length: text.length }
}

/** How many bytes a process wrote to each stream; of long ones only the end is kept. */
export type Written = Readonly<Record<'stdout' | 'stderr', number>>

const NOTHING_NEXT: Next = { wait_ms: null, command: null, settles: null }

function nextOf(verdict: Verdict, redactor: Redactor): Next {
  const command = 'command' in verdict ? verdict.command : null
  return {
    wait_ms: verdict.kind === 'retry_after' ? verdict.wait_ms : null,
    command: command && redactor.redact(command),
    settles: verdict.settles === undefined ? null : redactor.redact(verdict.settles),
  }
}

/** Describes a call that was made here. */
export async function toRecord(
  result: RunResult,
  planned: PlannedCall,
  tool: InspectedTool,
  redactor: Redactor,
  written: Written,
): Promise<CallRecord> {
  const { outcome, attempts, anomalies, timing } = result
  const { kind, reason, message } = result.verdict
  const last = attempts.findLast(({ role }) => role === 'call')
  const tokensIn = (bytes: Uint8Array) =>
    estimateTokenCount(new TextDecoder().decode(bytes.subarray(0, MAX_DATA)))
  return {
    call: result.call,
    time: timing.started_at,
    tool: result.tool,
    argv: redactWords(asTyped(planned.argv, tool), redactor),
    command: planned.command,
    args: planned.args && shownArgs(planned.args, redactor),
    ok: outcome.ok,
    exit: outcome.exit,
    exit_code: last?.outcome.process?.exit_code ?? null,
    code: outcome.error?.code ?? null,
    message: outcome.error ? redactor.redact(outcome.error.message) : null,
    verdict: { kind, reason, message: redactor.redact(message), means: VERDICT_REASONS[reason] },
    next: nextOf(result.verdict, redactor),
    attempts: attempts.map((each) =>
      attemptOf({ ...each, argv: asTyped(each.argv, tool) }, redactor),
    ),
    duration_ms: timing.duration_ms,
    dialect: last?.dialect ?? null,
    stdout: toStream(result.stdout, 0, written.stdout - result.stdout.length),
    stderr: toStream(result.stderr, 0, written.stderr - result.stderr.length),
    outcome: toText(toJsonText(outcome, 2)),
    tokens: tokensIn(result.stdout) + tokensIn(result.stderr),
    dialects: await inEveryDialect(outcome),
    notes: [...outcome.warnings, ...anomalies.map((each) => each.message)].map((note) =>
      redactor.redact(note),
    ),
    hints: hintsOf(outcome, tool, redactor),
    safety: planned.safety,
    repeat: planned.repeat,
  }
}

/** Shows words as a person types them. */
export function asTyped(argv: readonly string[], { program, shown }: InspectedTool) {
  if (program.length === 0 || !startsWith(argv, program)) return argv
  return [...shown, ...argv.slice(program.length)]
}

/** Writes an answer in every dialect, with what each cannot say. */
async function inEveryDialect(given: Outcome): Promise<readonly ShownDialect[]> {
  // Deeper than the stack: only the text of the streams shows it.
  const data = await cutData(given.data, MAX_DATA).catch(() => null)
  const outcome = { ...given, data }
  const now = () => new Date()
  return Promise.all(
    knownDialectIds().map(async (dialect) => {
      const encoder = await loadDialect(dialect)
      const { stdout, stderr, exit_code, losses } = encode(outcome, encoder, { now, losses: true })
      return {
        dialect,
        stdout: toText(stdout, MAX_DIALECT),
        stderr: toText(stderr, MAX_DIALECT),
        exit_code,
        tokens: estimateTokenCount(stdout) + estimateTokenCount(stderr),
        losses: losses.map(({ pointer, kind, stowed_at: at, note }) =>
          [pointer || '/', kind.replaceAll('_', ' '), note, at === null ? '' : `kept at ${at}`]
            .filter(Boolean)
            .join(', '),
        ),
      }
    }),
  )
}

function hintsOf({ error, meta }: Outcome, tool: InspectedTool, redactor: Redactor) {
  const commands = [error?.fix_command, error?.redirect?.command]
  const texts = [error?.suggestion, error?.fix_required, error?.next_steps?.suggestion]
  const cta = JSON.stringify(meta.cta ?? null)
  const steps = [...cta.matchAll(/"command":"((?:[^"\\]|\\.)*)"/g)].map((each) => each[1]!)
  const said = [...commands, ...texts, ...steps].flatMap((text) => text || [])
  const isOwn = (argv: readonly string[]) => argv[0] === tool.name || startsWith(argv, tool.shown)
  return [...new Set(said)].map((text) => {
    const lines = [text, ...[...text.matchAll(/['`]([^'`]+)['`]/g)].map((each) => each[1]!)]
    const line = lines.map(splitWords).find((each) => {
      if (!each.ok || each.words.length === 0) return false
      return commands.includes(text) || isOwn(each.words)
    })
    return { text: redactor.redact(text), argv: line?.ok ? line.words : null }
  })
}

function shownArgs(args: JsonObject, redactor: Redactor): JsonObject {
  const shown = ([name, value]: [string, JsonValue]) =>
    isSecretName(name) ? REDACTED : typeof value === 'string' ? redactor.redact(value) : value
  return Object.fromEntries(Object.entries(args).map((each) => [each[0], shown(each)]))
}

/** Tests whether the words of a journal are all that ran: secrets are redacted there, and long words cut. */
export function isWhole(argv: readonly string[]): boolean {
  return argv.length < 64 && !argv.some((word) => word.includes(REDACTED) || word.length > 511)
}

/** Describes a call that only the journal knows, by its attempts. */
export function fromJournal(entries: readonly JournalEntry[]): CallRecord {
  const last = entries.at(-1)!
  const { call, tool, argv, exit, exit_code, code, dialect } = last
  const known = { call, tool, argv, exit, exit_code, code, dialect }
  const means = VERDICT_REASONS[last.reason]
  return {
    ...known,
    time: entries[0]!.time,
    command: null,
    args: null,
    ok: last.outcome === 'success',
    message: null,
    verdict: { kind: last.verdict, reason: last.reason, message: means, means },
    next: NOTHING_NEXT,
    attempts: entries,
    duration_ms: entries.reduce((sum, each) => sum + each.waited_ms + each.duration_ms, 0),
    stdout: null,
    stderr: null,
    outcome: null,
    tokens: null,
    dialects: [],
    notes: last.warnings ?? [],
    hints: [],
    safety: 'unknown',
    repeat: {
      safe: false,
      why: isWhole(argv)
        ? 'The journal does not say whether it only reads.'
        : 'The journal does not have all of its words: secrets are redacted, and long ones cut.',
    },
  }
}

/** Redacts every text of a record as the journal does; bytes that are no text are left out. */
export function redactRecord(record: CallRecord, redactor: Redactor): CallRecord {
  const text = <Part extends { readonly text: string } | null>(part: Part): Part =>
    part && { ...part, text: redactor.redact(part.text) }
  const stream = (part: ShownStream | null) => part && { ...text(part), base64: null }
  return {
    ...record,
    stdout: stream(record.stdout),
    stderr: stream(record.stderr),
    outcome: text(record.outcome),
    hints: record.hints.map(({ text: hint, argv }) => ({
      text: hint,
      argv: argv && redactWords(argv, redactor),
    })),
    dialects: record.dialects.map((each) => ({
      ...each,
      stdout: text(each.stdout),
      stderr: text(each.stderr),
    })),
  }
}
