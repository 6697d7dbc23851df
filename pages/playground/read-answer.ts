import { estimateTokenCount } from 'tokenx'

import { decide } from '../../packages/client/src/client/decide/decide.ts'
import type { Verdict } from '../../packages/client/src/client/decide/verdict.ts'
import type { ReadOutcome } from '../../packages/surety/src/contract/public.ts'
import {
  decode,
  detect,
  DIALECT_IDS,
  encode,
  loadDialect,
  translate,
  validateCapture,
  type Capture,
  type Decoded,
  type Detection,
  type DocumentProblem,
  type Loss,
} from '../../packages/surety/src/dialects/public.ts'

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
  const isExitUnknown = exit.trim() === ''
  const given: Capture = { stdout, stderr, exit_code: isExitUnknown ? 0 : Number(exit) }
  const read = await decode(given, { ...(chosen !== '' && { dialect: chosen }), isExitUnknown })
  const { dialect, outcome, capture } = read
  const history = { program: ['tool'], name: 'tool', argv: ['tool'], steps: [] }
  // What no dialect is expected of breaks none.
  const problems =
    dialect === null ? [] : validateCapture(await loadDialect(dialect), capture, outcome)
  return {
    detection: detect(capture),
    dialect,
    outcome,
    problems,
    verdict: decide(outcome, history),
    tokens: estimateTokenCount(stdout + stderr),
    written: await Promise.all(DIALECT_IDS.map((id) => writeIn(id, read))),
  }
}

async function writeIn(id: string, { dialect, outcome, capture }: Decoded): Promise<InDialect> {
  const { encoded, losses } =
    dialect === null ? await write(outcome, id) : await translate(capture, dialect, id)
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

async function write(outcome: ReadOutcome, id: string) {
  const encoded = encode(outcome, await loadDialect(id), { losses: true })
  return { encoded, losses: encoded.losses }
}
