import type { JsonValue } from 'surety/unstable/contract'
import {
  decode,
  DEFAULT_DIALECT,
  detectRendered,
  loadDialect,
  parseCaptureLine,
  validateCapture,
  validateDocument,
  withImpliedExit,
  type Capture,
  type Dialect,
  type DocumentProblem,
} from 'surety/unstable/dialects'
import { defineCommand } from 'surety/unstable/runtime'
import { examples, problemIf, text } from '../input/option-kinds.ts'
import { s } from 'surety/unstable/schema'
import {
  captureOptions,
  captureProblems,
  dialectProblems,
  inputExits,
  invalidDocument,
  readOneCapture,
  type CaptureValues,
} from '../input/declarations.ts'
import {
  parseDocument,
  readAll,
  readInput,
  readLines,
  textOf,
  type Reader,
} from '../input/read-input.ts'

export const command = defineCommand({
  description: 'Checks documents against a dialect',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'Every document is valid',
    ...inputExits,
    INVALID_DOCUMENT: invalidDocument,
  },
  errors: {
    INVALID_DOCUMENT: { exit: invalidDocument, description: 'meta.problems says where and why' },
  },
  args: { file: text('JSON document or NDJSON; default: standard input, also as -') },
  options: {
    dialect: text('Dialect to check against: an id or a file; default: detect it'),
    ...captureOptions,
  },
  output: s.object({
    valid: s.boolean(),
    dialect: s.string(),
    checked: s.integer(),
    problems: s.array(s.unknown()),
  }),
  timeoutMs: 0,
  examples: examples({
    'Check one document': 'surety validate < answer.json',
    'Check a document of a dialect': 'surety validate --dialect td answer.json',
    'Check a whole run, with streams and exit code':
      'surety validate --dialect animus-1 --stdout out --stderr err --exit-code 3',
  }),
  validate: ({ args, options }) => {
    const isCapture =
      (options.captures ?? options.stdout ?? options.stderr ?? options.exitCode) !== undefined
    return [
      ...dialectProblems('--dialect', options.dialect),
      ...(isCapture ? captureProblems(options) : []),
      ...problemIf(
        isCapture && args.file !== undefined,
        '<file>',
        'UNEXPECTED_ARGUMENT',
        'A document and captures cannot be combined.',
        { value: args.file! },
      ),
    ]
  },
  run: async (ctx) => {
    const capture = ctx.options.captures === undefined ? await readGiven(ctx) : undefined
    const dialect = await loadDialect(ctx.options.dialect ?? (await detectedIn(capture)))
    const all: Found[] = []
    let checked = 0
    for await (const found of problemsIn(dialect, ctx, capture)) {
      checked += 1
      if (all.length < MAX_PROBLEMS) all.push(...found)
    }
    if (checked === 0 && ctx.options.captures === undefined)
      all.push({ pointer: '', message: 'there is no document' })
    const problems = all.slice(0, MAX_PROBLEMS).map((problem) => ({ ...problem }))
    const [first] = problems
    if (first === undefined) return { valid: true, dialect: dialect.id, checked, problems }
    ctx.addMeta('problems', problems)
    const found = problems.length === 1 ? '1 problem' : `${problems.length} problems`
    const line = first.line === undefined ? '' : `Line ${first.line}: `
    const place = `${line}${first.pointer === '' ? 'The document' : first.pointer}`
    return ctx.fail('INVALID_DOCUMENT', `${dialect.id}: ${found}. ${place}: ${first.message}.`)
  },
})

const MAX_PROBLEMS = 1000

interface ValidateContext extends Reader {
  readonly args: { readonly file?: string | undefined }
  readonly options: CaptureValues
}

interface Found extends DocumentProblem {
  readonly line?: number
  readonly id?: JsonValue
}

/** Reads a file or standard input as what a tool printed, or one capture. */
async function readGiven({ args, options, signal }: ValidateContext): Promise<Capture> {
  const { stdout, stderr, exitCode } = options
  if ((stdout ?? stderr ?? exitCode) !== undefined) return readOneCapture(options, { signal })
  return { stdout: await readAll(args.file, { signal }), stderr: '', exit_code: 0 }
}

async function detectedIn(capture: Capture | undefined): Promise<string> {
  const found = capture && (await detectRendered(withImpliedExit(capture)))
  return found?.candidates[0]?.dialect ?? DEFAULT_DIALECT
}

/** Checks one document after the other, and yields what is wrong with each. */
async function* problemsIn(
  dialect: Dialect,
  ctx: ValidateContext,
  capture: Capture | undefined,
): AsyncGenerator<readonly Found[]> {
  const { captures, exitCode } = ctx.options
  if (capture === undefined) return yield* problemsInCaptures(dialect, captures!, ctx)
  if (exitCode !== undefined) return yield await problemsInCapture(dialect, capture)
  const bytes = Buffer.from(capture.stdout as Uint8Array)
  const whole = parseDocument(textOf(bytes))
  if ('value' in whole) return yield validateDocument(dialect, whole.value, undefined, true)
  for await (const { number: line, text, problem } of readLines([bytes])) {
    const read = problem ? { why: problem.message } : parseDocument(text)
    const found =
      'value' in read
        ? validateDocument(dialect, read.value, undefined, true)
        : [{ pointer: '', message: `it is not JSON: ${read.why}` }]
    yield found.map((each) => ({ line, ...each }))
  }
}

async function* problemsInCaptures(
  dialect: Dialect,
  path: string,
  reader: Reader,
): AsyncGenerator<readonly Found[]> {
  for await (const { number: line, text, problem } of readLines(readInput(path, reader))) {
    const parsed = problem ? { ok: false as const, error: problem } : parseCaptureLine(text)
    if (!parsed.ok) {
      yield [{ line, pointer: '', message: parsed.error.message }]
      continue
    }
    const own = parsed.dialect === undefined ? dialect : await loadDialect(parsed.dialect)
    const place = parsed.id === null ? { line } : { line, id: parsed.id }
    const found = await problemsInCapture(own, parsed.capture)
    yield found.map((each) => ({ ...place, ...each }))
  }
}

async function problemsInCapture(dialect: Dialect, capture: Capture) {
  const { outcome, capture: read } = await decode(capture, { dialect })
  return validateCapture(dialect, read, outcome, true)
}
