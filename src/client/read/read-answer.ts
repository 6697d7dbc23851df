import { rangeOf, type ReadOutcome } from '../../contract/index.ts'
import {
  isKnownDialect,
  traitsOf,
  type Capture,
  type Dialect,
  type Decoded,
} from '../../dialects/index.ts'
import { requestedDialect } from './requested-dialect.ts'
import { decodeAnswer } from './decode-answer.ts'
import { findDialect, type FoundDialect } from './find-dialect.ts'
import { isRuledOut } from './distinguish-generations.ts'
import { customExits } from '../manifest/custom-exits.ts'
import type { DialectChoice } from '../options.ts'
import { wrapPlain } from './wrap-plain.ts'
import type { DeclaredCommand } from '../decide/policy.ts'
import { exitNumber, outcomeOfEnd } from './process-outcome.ts'
import type { Anomaly } from '../result.ts'
import type { ProcessEnd } from '../../internal/process/process-request.ts'

/** The outcome that was read from a process's output. */
export interface Reading {
  readonly outcome: ReadOutcome
  /** The dialect of the answer, or null. */
  readonly dialect: string | null
  /** The outcomes in the other dialects that fit. */
  readonly alternatives: readonly ReadOutcome[]
  /** All dialects that fit. */
  readonly candidates: readonly string[]
  /** True when the dialect was detected just now, without doubt. */
  readonly isDiscovered: boolean
  /** False when the answer does not say whether the call is retryable. */
  readonly retryableStated: boolean
  readonly anomalies: readonly Omit<Anomaly, 'attempt'>[]
}

/** How to read an answer. */
export interface ReadOptions {
  readonly argv: readonly string[]
  readonly timeoutMs: number
  readonly choice: DialectChoice
  /** The dialect that earlier calls detected. */
  readonly remembered: string | null
  /** What the tool's manifest says about the command. */
  readonly command?: DeclaredCommand | undefined
}

/** Reads the end of a process as an outcome, in the dialect that was given, remembered or detected. */
export async function readAnswer(end: ProcessEnd, options: ReadOptions): Promise<Reading> {
  const anomalies = anomaliesOf(end)
  const silent = outcomeOfEnd(end, options)
  const reading = {
    dialect: null,
    alternatives: [],
    candidates: [],
    isDiscovered: false,
    retryableStated: true,
    anomalies,
  }
  if (silent !== undefined) return { ...reading, outcome: silent }
  const { choice, command } = options
  const exits = customExits(command)
  const remembered = requestedDialect(options.argv) ?? options.remembered
  const plain = () => ({ ...reading, outcome: wrapPlain(end, options.argv[0] ?? '') })
  if (choice === 'plain') return plain()
  const capture = captureOf(end)
  const retryableStated = end.exitCode === 0 || says(capture, '"retryable"')
  const dialect = chosenDialect(choice, remembered)
  const found =
    dialect === undefined || choice === 'auto'
      ? await findDialect(capture, { exits, command })
      : undefined
  if (dialect !== undefined) {
    const read = await decodeAnswer(capture, { dialect, exits })
    const changed = isOther(read, found) ? found : undefined
    if (changed === undefined) {
      const problems = problemsOf(read, command)
      const candidates = [read.dialect]
      return {
        ...reading,
        ...read,
        candidates,
        retryableStated,
        anomalies: [...anomalies, ...problems],
      }
    }
    anomalies.push({
      code: 'DIALECT_CHANGED',
      message: `The tool changed its dialect from ${read.dialect} to ${changed.dialect}.`,
    })
  }
  if (found === undefined) return plain()
  const { isUnique, isSure: _sure, ...rest } = found
  const problems = problemsOf(found, command)
  return {
    ...rest,
    isDiscovered: isUnique,
    retryableStated,
    anomalies: [...anomalies, ...problems],
  }
}

/**
 * A remembered dialect is not a promise of the tool: a complete envelope of another dialect replaces it,
 * and so does the other generation if the answer rules the remembered one out.
 */
function isOther(read: Decoded, found: FoundDialect | undefined): found is FoundDialect {
  if (found === undefined || !found.isSure || found.dialect === read.dialect) return false
  if (found.isUnique && isRuledOut(read)) return true
  return read.outcome.diagnostics.malformed && !found.outcome.diagnostics.malformed
}

function chosenDialect(
  choice: DialectChoice,
  remembered: string | null,
): string | Dialect | undefined {
  if (choice !== 'auto') return choice
  // Another process may have remembered a described dialect that this one does not know.
  return remembered !== null && isKnownDialect(remembered) ? remembered : undefined
}

/**
 * If the start of the output was dropped, an inner object could be mistaken for the envelope, so only a
 * complete last line is read.
 */
function captureOf(end: ProcessEnd): Capture {
  const pick = (stream: ProcessEnd['stdout']) =>
    stream.isCut ? lastLine(stream.bytes) : stream.bytes
  return { stdout: pick(end.stdout), stderr: pick(end.stderr), exit_code: exitNumber(end) }
}

function says({ stdout, stderr }: Capture, text: string): boolean {
  return [stdout, stderr].some(
    (bytes) =>
      bytes instanceof Uint8Array &&
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text),
  )
}

function lastLine(bytes: Uint8Array): Uint8Array {
  let last = bytes.length
  while (last > 0 && isLineEnd(bytes[last - 1])) last -= 1
  const start = bytes.lastIndexOf(LINE_FEED, last - 1)
  return start === -1 || last === 0 ? new Uint8Array(0) : bytes.subarray(start + 1, last)
}

const LINE_FEED = 10
const isLineEnd = (byte: number | undefined) => byte === LINE_FEED || byte === 13

function anomaliesOf(end: ProcessEnd): Omit<Anomaly, 'attempt'>[] {
  const found: Omit<Anomaly, 'attempt'>[] = []
  for (const name of ['stdout', 'stderr'] as const) {
    const { isCut, total, bytes } = end[name]
    if (isCut)
      found.push({
        code: 'OUTPUT_CAPPED',
        message: `${name} had ${total} bytes; the last ${bytes.length} were kept.`,
      })
  }
  if (end.leftBehind) {
    found.push({
      code: 'LEFT_BEHIND',
      message: leftBehindText(end.outlivedBy ?? []),
    })
  }
  return found
}

function leftBehindText(pids: readonly number[]): string {
  return pids.length === 0
    ? 'A child process kept the output open after the exit; its process group was ended.'
    : `A child process kept the output open after the exit and still runs (pid ${pids.join(', ')}); its output is no longer read.`
}

function problemsOf(
  { outcome, dialect }: Pick<Decoded, 'outcome' | 'dialect'>,
  command: DeclaredCommand | undefined,
): readonly Omit<Anomaly, 'attempt'>[] {
  const found: Omit<Anomaly, 'attempt'>[] = outcome.diagnostics.problems.map((message) => ({
    code: 'ANSWER_PROBLEM',
    message,
  }))
  const number = outcome.process.exit_code
  const use = rangeOf(number)
  if (traitsOf(dialect).generation === undefined) return found
  if (command !== undefined) {
    if (!command.exits.some((exit) => exit.number === number)) {
      const message = `The manifest lists no exit code ${number} for ${command.path}.`
      found.push({ code: 'UNKNOWN_EXIT', message })
    }
  } else if (use !== 'standard') {
    found.push({ code: 'UNKNOWN_EXIT', message: `Exit code ${number} belongs to: ${use}.` })
  }
  return found
}
