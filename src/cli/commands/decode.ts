import { PassThrough } from 'node:stream'

import {
  decode,
  decodeCaptureStream,
  detect,
  loadDialect,
  type CaptureSummary,
} from '../../dialects/index.ts'
import { defineCommand } from '../../runtime/index.ts'
import { s } from '../../schema/index.ts'
import {
  captureOptions,
  captureProblems,
  inputExits,
  readOneCapture,
} from '../input/capture-options.ts'
import { dialectProblems } from '../dialect-option.ts'
import { readInput, type Reader } from '../input/read-input.ts'
import { failedLines, lineErrors, lineExits } from '../line-errors.ts'

/** Reads what processes left behind into outcomes. */
export const command = defineCommand({
  description: 'Reads what processes left behind into outcomes',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Every capture was read', ...inputExits, ...lineExits },
  errors: lineErrors,
  options: {
    ...captureOptions,
    dialect: s
      .string()
      .min(1)
      .optional()
      .describe('Dialect of captures that name none: an id or a file; found by shape without it'),
  },
  filter: 'on-request',
  // Input ends when its writer ends, which may be hours from now.
  timeoutMs: 0,
  examples: [
    {
      description: 'One run of a tool',
      command: 'surety decode --stdout out --stderr err --exit-code 3',
    },
    {
      description: 'A log of runs, one answer a line',
      command: 'surety decode --captures runs.ndjson --output jsonl',
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
  const { candidates, ambiguous } = detect(capture)
  const [first] = candidates
  if (first === undefined) warn(UNDETECTED)
  else if (ambiguous) {
    const all = candidates.map((each) => `${each.dialect} (${each.confidence})`)
    warn(`The dialect is not certain: ${all.join(', ')}. Give --dialect to be sure.`)
  }
  const { outcome } = await decode(capture, { dialect: first?.dialect ?? 'spec-1.0' })
  return { id: null, dialect: first?.dialect ?? null, outcome }
}

const UNDETECTED =
  'Nothing speaks for any dialect, so this counts as a failure. Give --dialect to be sure.'

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
    ctx.warn(`Of ${count(undetected)} no dialect could be told; they count as failures.`)
  if (ambiguous > 0) {
    ctx.warn(
      `${count(ambiguous)} may be in another dialect than the one given. Give --dialect to be sure.`,
    )
  }
  if (failed > 0) {
    ctx.fail('LINES_FAILED', failedLines(failed, lines), { details: { ...summary } })
  }
  return undefined
}

/** Ends the answers when the work is done; a failure reaches whoever reads them. */
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
