import { PassThrough } from 'node:stream'

import {
  decode,
  decodeCaptureStream,
  detectRendered,
  loadDialect,
  type CaptureSummary,
} from '../../dialects/index.ts'
import { defineCommand } from '../../runtime/index.ts'
import { s } from '../../schema/index.ts'
import {
  captureOptions,
  captureProblems,
  dialectProblems,
  inputExits,
  lineErrors,
  lineExits,
  readOneCapture,
} from '../input/declarations.ts'
import { failedLines, readInput, type Reader } from '../input/read-input.ts'

/** Reads captured output into outcomes. */
export const command = defineCommand({
  description: 'Reads captured output into outcomes',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Every capture was read', ...inputExits, ...lineExits },
  errors: lineErrors,
  options: {
    ...captureOptions,
    dialect: s
      .string()
      .min(1)
      .optional()
      .describe('Dialect of captures that name none: an id or a file; default: detect it'),
  },
  filter: 'on-request',
  // The writer of the input may take hours.
  timeoutMs: 0,
  examples: [
    {
      description: 'One run of a tool',
      command: 'surety decode --stdout out --stderr err --exit-code 3',
    },
    {
      description: 'A log of runs, one answer per line',
      command: 'surety decode --captures runs.ndjson --format jsonl',
    },
  ],
  validate: ({ options }) => [
    ...captureProblems(options),
    ...dialectProblems('--dialect', options.dialect),
  ],
  run: (ctx) => {
    const { captures, dialect } = ctx.options
    if (captures === undefined) return decodeOne(ctx)
    return decodeMany(captures, dialect, ctx)
  },
})

type OneContext = Reader & {
  readonly options: Parameters<typeof readOneCapture>[0] & { readonly dialect?: string | undefined }
  readonly warn: (message: string) => void
}

async function decodeOne(ctx: OneContext): Promise<object> {
  const { options, warn } = ctx
  const capture = await readOneCapture(options, ctx)
  if (options.dialect !== undefined) {
    const read = await decode(capture, { dialect: options.dialect })
    return { id: null, dialect: read.dialect, outcome: read.outcome }
  }
  const { candidates, ambiguous } = await detectRendered(capture)
  const [first] = candidates
  if (first === undefined) warn(UNDETECTED)
  else if (ambiguous) {
    const all = candidates.map((each) => `${each.dialect} (${each.confidence})`)
    warn(`The dialect is uncertain: ${all.join(', ')}. Name it with --dialect.`)
  }
  const { outcome } = await decode(capture, { dialect: first?.dialect ?? 'spec-1.0' })
  return { id: null, dialect: first?.dialect ?? null, outcome }
}

const UNDETECTED = 'No dialect matched, so this counts as a failure. Name it with --dialect.'

type ManyContext = Reader & {
  readonly warn: (message: string) => void
  readonly fail: (code: 'LINES_FAILED', message: string, facts?: { details: object }) => never
}

async function* decodeMany(
  path: string,
  dialect: string | undefined,
  ctx: ManyContext,
): AsyncGenerator<Uint8Array, undefined> {
  const loaded = dialect === undefined ? undefined : await loadDialect(dialect)
  const answers = new PassThrough()
  const work = decodeCaptureStream(readInput(path, ctx), answers, {
    ...(loaded && { dialect: loaded }),
  })
  const summarised = finish(work, answers)
  yield* answers as AsyncIterable<Uint8Array>
  const summary = await summarised
  const { lines, failed, undetected, ambiguous } = summary
  if (undetected > 0)
    ctx.warn(`No dialect matched for ${count(undetected)}; they count as failures.`)
  if (ambiguous > 0) {
    ctx.warn(`The dialect of ${count(ambiguous)} is uncertain. Name it with --dialect.`)
  }
  if (failed > 0) {
    ctx.fail('LINES_FAILED', failedLines(failed, lines), { details: { ...summary } })
  }
  return undefined
}

/** Ends the stream of answers when the work is done, with its error if it failed. */
async function finish(
  work: Promise<CaptureSummary>,
  answers: PassThrough,
): Promise<CaptureSummary> {
  try {
    const summary = await work
    answers.end()
    return summary
  } catch (cause) {
    answers.destroy(cause as Error)
    return { lines: 0, decoded: 0, failed: 0, undetected: 0, ambiguous: 0 }
  }
}

function count(captures: number): string {
  return captures === 1 ? '1 capture' : `${captures} captures`
}
