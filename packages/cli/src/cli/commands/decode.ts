import {
  decode,
  decodeCaptureStream,
  detectRendered,
  loadDialect,
  traitsOf,
  withImpliedExit,
} from 'surety/unstable/dialects'
import { given } from '@surety/internal/given.ts'
import { writtenChunks } from '@surety/internal/written-chunks.ts'
import { defineCommand } from 'surety/unstable/runtime'
import {
  captureArgs,
  captureOptions,
  captureProblems,
  dialectProblems,
  inputExits,
  lineErrors,
  lineExits,
  readOneCapture,
  withFile,
} from '../input/declarations.ts'
import { failedLines, readInput } from '../input/read-input.ts'
import { examples, text } from '../input/option-kinds.ts'

export const command = defineCommand({
  description: 'Reads what a tool printed, and says what happened',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Every capture was read', ...inputExits, ...lineExits },
  errors: lineErrors,
  args: captureArgs,
  options: {
    ...captureOptions,
    dialect: text('Dialect of captures that name none: an id or a file; default: detect it'),
  },
  filter: 'on-request',
  // The writer of the input may take hours.
  timeoutMs: 0,
  examples: examples({
    'Read what a tool printed': 'surety decode answer.json',
    'Read one run of a tool': 'surety decode --stdout out --stderr err --exit-code 3',
    'Read a log of runs, one answer per line':
      'surety decode --captures runs.ndjson --format jsonl',
  }),
  validate: ({ args, options }) => [
    ...captureProblems(options, args.file),
    ...dialectProblems('--dialect', options.dialect),
  ],
  run: (ctx) => {
    const { warn } = ctx
    const options = withFile(ctx.options, ctx.args.file)
    const decodeOne = async (): Promise<object> => {
      const given = await readOneCapture(options, ctx)
      const isExitUnknown = options.exitCode === undefined
      const capture = isExitUnknown ? withImpliedExit(given) : given
      const read = async (dialect: { readonly dialect?: string }) => {
        const { outcome, inexact } = await decode(capture, { ...dialect, isExitUnknown })
        if (inexact !== undefined)
          warn(`${inexact} has more digits than a number holds here, and was rounded.`)
        return outcome
      }
      if (options.dialect !== undefined) {
        const { id: dialect } = await loadDialect(options.dialect)
        return { id: null, dialect, outcome: await read({ dialect: options.dialect }) }
      }
      const { candidates, ambiguous } = await detectRendered(capture)
      const dialect = candidates[0]?.dialect ?? null
      const all = candidates.map((each) => `${each.dialect} (${each.confidence})`)
      if (dialect === null) warn(isExitUnknown ? NEITHER_KNOWN : BY_EXIT)
      else if (ambiguous)
        warn(`The dialect is uncertain: ${all.join(', ')}. Name it with --dialect.`)
      const outcome = await read({})
      const hasNoMark = dialect !== null && traitsOf(dialect).hasEnvelope === false
      if (isExitUnknown && hasNoMark && outcome.ok) warn(NO_MARK)
      return { id: null, dialect, outcome }
    }
    const decodeMany = async function* () {
      const dialect = options.dialect === undefined ? undefined : await loadDialect(options.dialect)
      const summary = yield* writtenChunks((answers) =>
        decodeCaptureStream(readInput(options.captures, ctx), answers, given({ dialect })),
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
    return options.captures === undefined ? decodeOne() : decodeMany()
  },
})

const BY_EXIT = 'No dialect matched, so the exit code decided. Name the dialect with --dialect.'
const NEITHER_KNOWN =
  'No dialect matched and the exit code is unknown, so this counts as a failure. Name them with --dialect and --exit-code.'
/** Output without an envelope is a success by its exit code alone. */
const NO_MARK =
  'The exit code is unknown and was taken for 0; this output looks the same after a failure. Give it with --exit-code.'

function count(captures: number): string {
  return captures === 1 ? '1 capture' : `${captures} captures`
}
