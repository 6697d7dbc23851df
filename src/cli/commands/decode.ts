import { decode, decodeCaptureStream, detectRendered, loadDialect } from '../../dialects/index.ts'
import { writtenChunks } from '../../internal/written-chunks.ts'
import { defineCommand } from '../../runtime/index.ts'
import {
  captureOptions,
  captureProblems,
  dialectProblems,
  inputExits,
  lineErrors,
  lineExits,
  readOneCapture,
  type CaptureValues,
} from '../input/declarations.ts'
import { failedLines, readInput, type LineContext } from '../input/read-input.ts'
import { examples, text } from '../input/option-kinds.ts'

export const command = defineCommand({
  description: 'Reads captured output into outcomes',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Every capture was read', ...inputExits, ...lineExits },
  errors: lineErrors,
  options: {
    ...captureOptions,
    dialect: text('Dialect of captures that name none: an id or a file; default: detect it'),
  },
  filter: 'on-request',
  // The writer of the input may take hours.
  timeoutMs: 0,
  examples: examples({
    'One run of a tool': 'surety decode --stdout out --stderr err --exit-code 3',
    'A log of runs, one answer per line': 'surety decode --captures runs.ndjson --format jsonl',
  }),
  validate: ({ options }) => [
    ...captureProblems(options),
    ...dialectProblems('--dialect', options.dialect),
  ],
  run: (ctx) => (ctx.options.captures === undefined ? decodeOne(ctx) : decodeMany(ctx)),
})

interface DecodeContext extends LineContext {
  readonly options: CaptureValues & { readonly dialect?: string | undefined }
  readonly warn: (message: string) => void
}

async function decodeOne(ctx: DecodeContext): Promise<object> {
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

async function* decodeMany(ctx: DecodeContext): AsyncGenerator<Uint8Array, undefined> {
  const { captures, dialect: given } = ctx.options
  const dialect = given === undefined ? undefined : await loadDialect(given)
  const summary = yield* writtenChunks((answers) =>
    decodeCaptureStream(readInput(captures, ctx), answers, dialect && { dialect }),
  )
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

function count(captures: number): string {
  return captures === 1 ? '1 capture' : `${captures} captures`
}
