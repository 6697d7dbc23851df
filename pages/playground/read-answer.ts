import { estimateTokenCount } from 'tokenx'

import { decide } from '../../src/client/decide/decide.ts'
import type { Verdict } from '../../src/client/decide/verdict.ts'
import { decisiveLine } from '../../src/client/read/decisive-line.ts'
import { fail } from '../../src/contract/outcome/fail.ts'
import { succeed } from '../../src/contract/outcome/outcome.ts'
import type { ReadOutcome } from '../../src/contract/public.ts'
import { contradiction } from '../../src/dialects/read/contradiction.ts'
import { OpenCapture } from '../../src/dialects/read/open-capture.ts'
import { saidFailure } from '../../src/dialects/read/read-members.ts'
import {
  decode,
  detect,
  DIALECT_IDS,
  loadDialect,
  translate,
  validateCapture,
  type Capture,
  type Detection,
  type DocumentProblem,
  type Loss,
} from '../../src/dialects/public.ts'

/** What somebody pasted: the streams and the exit code of a process, and the dialect, or '' to find it. */
export interface Pasted {
  readonly stdout: string
  readonly stderr: string
  readonly exit: string
  readonly dialect: string
}

/** The same answer in one dialect. */
export interface InDialect {
  readonly dialect: string
  readonly text: string
  readonly stream: 'stdout' | 'stderr'
  readonly exit: number
  readonly tokens: number
  readonly losses: readonly Loss[]
}

/** Everything that the page shows of an answer. */
export interface AnswerRead {
  readonly detection: Detection
  /** Null for output of no dialect, as ordinary programs print it. */
  readonly dialect: string | null
  readonly outcome: ReadOutcome
  readonly problems: readonly DocumentProblem[]
  readonly verdict: Verdict
  readonly tokens: number
  readonly written: readonly InDialect[]
}

/** Reads an answer as `surety run` would and writes it in every dialect. */
export async function readAnswer({
  stdout,
  stderr,
  exit,
  dialect: chosen,
}: Pasted): Promise<AnswerRead> {
  const given: Capture = {
    stdout,
    stderr,
    exit_code: exit.trim() === '' ? Number.NaN : Number(exit),
  }
  const detection = detect(given)
  const read = await decode(given, chosen === '' ? {} : { dialect: chosen })
  const { dialect, capture } = read
  // As `surety run` does with output of no dialect: the exit decides, and a contradiction is said.
  const isPlain = chosen === '' && detection.candidates.length === 0 && exit.trim() !== ''
  const outcome = isPlain ? plainOutcome(given) : read.outcome
  const reader = await loadDialect(dialect)
  const history = { program: ['tool'], name: 'tool', argv: ['tool'], steps: [] }
  return {
    detection,
    dialect: isPlain ? null : dialect,
    outcome,
    // What no dialect is expected of breaks none.
    problems: isPlain ? [] : validateCapture(reader, capture, outcome),
    verdict: decide(outcome, history),
    tokens: estimateTokenCount(stdout + stderr),
    written: await Promise.all(DIALECT_IDS.map((id) => writeIn(id, capture, dialect))),
  }
}

function plainOutcome({ stdout, stderr, exit_code }: Capture): ReadOutcome {
  const [printed, said] = [String(stdout), String(stderr)]
  const value = OpenCapture.of({ stdout: printed, stderr: '', exit_code }).whole('stdout')?.value
  const surroundings = {
    warnings: [contradiction('The output', saidFailure(value)) ?? []].flat(),
    process: { exit_code, stream: 'stdout' as const },
    diagnostics: { malformed: false, problems: [], other_documents: [] },
  }
  if (exit_code === 0) return succeed({ ...surroundings, data: value ?? printed }) as ReadOutcome
  const message = decisiveLine(printed, said) ?? `The program ended with exit code ${exit_code}.`
  return fail({
    ...surroundings,
    warnings: [],
    exit: 'GENERAL_ERROR',
    error: { code: 'EXIT_STATUS', message, retryable: null, synthesised: true },
  }) as ReadOutcome
}

async function writeIn(id: string, capture: Capture, from: string): Promise<InDialect> {
  const { encoded, losses } = await translate(capture, from, id)
  const stream = encoded.stderr === '' ? 'stdout' : 'stderr'
  const text = encoded.stdout + encoded.stderr
  return {
    dialect: id,
    text,
    stream,
    exit: encoded.exit_code,
    tokens: estimateTokenCount(text),
    losses,
  }
}
