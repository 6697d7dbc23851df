import {
  decode,
  decodeCaptureStream,
  DEFAULT_DIALECT,
  detectRendered,
  DIALECT_IDS,
  loadDialect,
  validateCapture,
  unknownDialect,
  withImpliedExit,
  type Capture,
} from 'surety/unstable/dialects'
import { given } from '@surety/internal/given.ts'
import { splitWords } from '@surety/internal/shell-words.ts'
import { writtenChunks } from '@surety/internal/written-chunks.ts'
import type { ReadOutcome } from 'surety/unstable/contract'
import { defineCommand } from 'surety/unstable/runtime'
import {
  captureArgs,
  captureOptions,
  captureProblems,
  inputExits,
  invalidDocument,
  lineErrors,
  lineExits,
  readOneCapture,
  withFile,
} from '../input/declarations.ts'
import { checkCaptures, failCheck } from './decode/check-captures.ts'
import { failedLines, readInput } from '../input/read-input.ts'
import { examples, flag, text } from '../input/option-kinds.ts'

export const command = defineCommand({
  description: 'Reads what a tool printed, and says what happened',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'Every capture was read',
    ...inputExits,
    ...lineExits,
    INVALID_DOCUMENT: invalidDocument,
  },
  errors: {
    ...lineErrors,
    INVALID_DOCUMENT: { exit: invalidDocument, description: 'meta.problems says where and why' },
  },
  args: captureArgs,
  options: {
    ...captureOptions,
    dialect: text('Dialect of captures that name none: an id or a file; default: detect it'),
    command: text('The command line that printed it; default: none is known, and the exit decides'),
    check: flag('Fails if a document breaks its dialect, and says where'),
    dialects: flag('Lists the dialects, and reads nothing'),
  },
  filter: 'on-request',
  // The writer of the input may take hours.
  timeoutMs: 0,
  examples: examples({
    'Read what a tool printed': 'surety decode answer.json',
    'Read one run of a tool': 'surety decode --stdout out --stderr err --exit-code 3',
    'Read it as the answer of a known program':
      "surety decode --stdout out --stderr err --exit-code 1 --command 'npm ls'",
    'Read a log of runs, one answer per line':
      'surety decode --captures runs.ndjson --format jsonl',
    'Fail if a tool breaks its dialect': 'surety decode --check --dialect td answer.json',
    'List the dialects': 'surety decode --dialects',
  }),
  validate: ({ args, options }) => [
    ...captureProblems(options, args.file),
    ...unknownDialect('--dialect', options.dialect),
  ],
  run: (ctx) => {
    const { warn } = ctx
    const options = withFile(ctx.options, ctx.args.file)
    if (options.dialects) return listed()
    const checked = async (found: Found, capture: Capture, outcome: ReadOutcome) => {
      if (!options.check) return found
      const dialect = await loadDialect(options.dialect ?? found.dialect ?? DEFAULT_DIALECT)
      const isExitUnknown = options.exitCode === undefined
      const problems = validateCapture(dialect, capture, outcome, true, isExitUnknown)
      if (problems.length > 0) failCheck(ctx, dialect.id, problems)
      return found
    }
    const decodeOne = async (): Promise<object> => {
      const { command } = options
      const printed = {
        ...(await readOneCapture(options, ctx)),
        ...(command !== undefined && { argv: wordsOf(command) }),
      }
      const isExitUnknown = options.exitCode === undefined
      const capture = isExitUnknown ? withImpliedExit(printed) : printed
      const how = { isExitUnknown, readPlain: readEnded, ...given({ dialect: options.dialect }) }
      const { dialect, outcome, inexact, capture: read } = await decode(capture, how)
      const { candidates, ambiguous } = await detectRendered(capture)
      const all = candidates.map((each) => `${each.dialect} (${each.confidence})`)
      const isKnown = command !== undefined && !isExitUnknown
      if (dialect === null && !isKnown) warn(isExitUnknown ? NEITHER_KNOWN : BY_EXIT)
      if (dialect !== null && ambiguous && options.dialect === undefined)
        warn(`The dialect is uncertain: ${all.join(', ')}. Name it with --dialect.`)
      if (inexact !== undefined)
        warn(`${inexact} has more digits than a number holds here, and was rounded.`)
      return checked({ id: null, dialect, outcome }, read, outcome)
    }
    const decodeMany = async function* () {
      const dialect = options.dialect === undefined ? undefined : await loadDialect(options.dialect)
      const summary = yield* writtenChunks((answers) =>
        decodeCaptureStream(readInput(options.captures, ctx), answers, {
          readPlain: readEnded,
          ...given({ dialect }),
        }),
      )
      const { lines, failed, undetected, ambiguous } = summary
      if (undetected > 0)
        warn(`No dialect matched for ${count(undetected)}, so the exit code decided there.`)
      if (ambiguous > 0)
        warn(`The dialect of ${count(ambiguous)} is uncertain. Name it with --dialect.`)
      if (failed > 0)
        ctx.fail('LINES_FAILED', failedLines(failed, lines), { details: { ...summary } })
      return undefined
    }
    if (options.captures === undefined) return decodeOne()
    return options.check ? checkCaptures(options.captures, options.dialect, ctx) : decodeMany()
  },
})

interface Found {
  readonly id: null
  readonly dialect: string | null
  readonly outcome: ReadOutcome
}

async function listed() {
  return Promise.all(DIALECT_IDS.map(async (id) => ({ id, title: (await loadDialect(id)).title })))
}

/** What only a shell can run is a line of one. */
function wordsOf(command: string): readonly string[] {
  const split = splitWords(command)
  return split.ok ? split.words : ['bash', '-c', command]
}

/** Most captures name no call: only what judges one loads what is known of programs. */
const readEnded = async (capture: Capture) => {
  const { loadKnowledge } = await import('@surety/client/unstable/client')
  return (await loadKnowledge()).readEnded(capture)
}

const BY_EXIT = 'No dialect matched, so the exit code decided. Name the dialect with --dialect.'
const NEITHER_KNOWN =
  'No dialect matched and the exit code is unknown, so this counts as a failure. Name them with --dialect and --exit-code.'

function count(captures: number): string {
  return captures === 1 ? '1 capture' : `${captures} captures`
}
