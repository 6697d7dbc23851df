import { estimateTokenCount } from 'tokenx'

import { decide } from '../../packages/client/src/client/decide/decide.ts'
import type { History } from '../../packages/client/src/client/decide/history.ts'
import { DEFAULT_POLICY } from '../../packages/client/src/client/decide/policy.ts'
import type { Verdict } from '../../packages/client/src/client/decide/verdict.ts'
import { endedOutcome } from '../../packages/client/src/client/read/ended-outcome.ts'
import type { KnownProgram } from '../../packages/client/src/client/read/plain-outcome.ts'
import type { ReadOutcome } from '../../packages/surety/src/contract/public.ts'
import {
  decode,
  detect,
  DIALECT_IDS,
  encode,
  loadDialect,
  translate,
  validateCapture,
  type Decoded,
  type Detection,
  type DocumentProblem,
  type Loss,
} from '../../packages/surety/src/dialects/public.ts'
import { knownProgramOf } from './known-program.ts'

/** What somebody pasted: the command if it is known, the streams and the exit code, and the dialect, or '' to find it. */
export interface Pasted {
  readonly command: string
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
  /** The program, if the page knows what its exits and words mean. */
  readonly program: string | null
}

/** Reads an answer as `surety run` would and writes it in every dialect. */
export async function readAnswer({
  command,
  stdout,
  stderr,
  exit,
  dialect: chosen,
}: Pasted): Promise<AnswerRead> {
  const isExitUnknown = exit.trim() === ''
  const given = { stdout, stderr, exit_code: isExitUnknown ? 0 : Number(exit) }
  const read = await decode(given, { ...(chosen !== '' && { dialect: chosen }), isExitUnknown })
  const { dialect, capture } = read
  const words = command.split(/\s+/).filter((word) => word !== '')
  // Only what is read as the output of a plain program means what its description says.
  const program = dialect === null && !isExitUnknown ? await knownProgramOf(words) : undefined
  const outcome = program ? await endedOutcome(words, given, program) : read.outcome
  const [name = 'tool'] = words
  const history = { program: [name], name, argv: words.length > 0 ? words : [name], steps: [] }
  // What no dialect is expected of breaks none.
  const problems =
    dialect === null ? [] : validateCapture(await loadDialect(dialect), capture, outcome)
  return {
    detection: detect(capture),
    dialect,
    outcome,
    problems,
    verdict: judge(outcome, history, program),
    tokens: estimateTokenCount(stdout + stderr),
    program: program ? name : null,
    written: await Promise.all(DIALECT_IDS.map((id) => writeIn(id, { ...read, outcome }))),
  }
}

function judge(outcome: ReadOutcome, history: History, program?: KnownProgram): Verdict {
  const safety = program?.reads === true ? 'safe' : DEFAULT_POLICY.safety
  const verdict = decide(outcome, history, undefined, { ...DEFAULT_POLICY, safety })
  const isDoubted = verdict.reason === 'IN_DOUBT' && program?.settles !== undefined
  return isDoubted ? { ...verdict, settles: program.settles.join(' ') } : verdict
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
