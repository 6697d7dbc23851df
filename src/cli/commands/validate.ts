import type { JsonValue } from '../../contract/index.ts'
import {
  decode,
  loadDialect,
  parseCaptureLine,
  validateCapture,
  validateDocument,
  type Capture,
  type Dialect,
  type DocumentProblem,
} from '../../dialects/index.ts'
import { defineCommand } from '../../runtime/index.ts'
import { examples, problemIf, required, text } from '../input/option-kinds.ts'
import { s } from '../../schema/index.ts'
import {
  captureOptions,
  captureProblems,
  dialectProblems,
  inputExits,
  invalidDocument,
  readOneCapture,
} from '../input/declarations.ts'
import { readAll, readInput, readLines, type Reader } from '../input/read-input.ts'

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
  args: { file: text('JSON document or NDJSON; default, or -: stdin') },
  options: {
    dialect: required('Dialect to check against: an id or a file'),
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
    'One document': 'surety validate --dialect td answer.json',
    'A whole run, with streams and exit code':
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
        args.file,
      ),
    ]
  },
  run: async (ctx) => {
    const dialect = await loadDialect(ctx.options.dialect)
    const { checked, problems } = await check(dialect, ctx)
    const report = {
      valid: problems.length === 0,
      dialect: dialect.id,
      checked,
      problems: [...problems],
    }
    if (report.valid) return report
    ctx.addMeta(
      'problems',
      problems.map((problem) => ({ ...problem })),
    )
    const found = problems.length === 1 ? '1 problem' : `${problems.length} problems`
    return ctx.fail('INVALID_DOCUMENT', `${dialect.id}: ${found}. ${sentence(problems[0]!)}`)
  },
})

interface ValidateContext extends Reader {
  readonly args: { readonly file?: string | undefined }
  readonly options: Parameters<typeof readOneCapture>[0]
}

interface Found extends DocumentProblem {
  readonly line?: number
  readonly id?: JsonValue
}

interface Checked {
  readonly checked: number
  readonly problems: readonly Found[]
}

async function check(dialect: Dialect, ctx: ValidateContext): Promise<Checked> {
  const { options } = ctx
  if (options.captures !== undefined) return checkCaptures(dialect, options.captures, ctx)
  if (options.exitCode !== undefined) {
    return { checked: 1, problems: await checkOne(dialect, await readOneCapture(options, ctx)) }
  }
  const documents = await parseDocuments(await readAll(ctx.args.file, ctx))
  if (documents.length === 0)
    return { checked: 0, problems: [{ pointer: '', message: 'there is no document' }] }
  const problems = documents.flatMap(({ line, value, problem }) => {
    const found = problem
      ? [{ pointer: '', message: `it is not JSON: ${problem.message}` }]
      : validateDocument(dialect, value!, undefined, true)
    return line === null ? found : found.map((each) => ({ line, ...each }))
  })
  return { checked: documents.length, problems: problems.slice(0, MAX_PROBLEMS) }
}

async function checkCaptures(dialect: Dialect, path: string, reader: Reader): Promise<Checked> {
  const problems: Found[] = []
  let checked = 0
  for await (const { number: line, text, problem } of readLines(readInput(path, reader))) {
    checked += 1
    if (problems.length >= MAX_PROBLEMS) continue
    const parsed = parseCaptureLine(text)
    if (problem !== undefined) problems.push({ line, pointer: '', message: problem.message })
    else if (!parsed.ok) problems.push({ line, pointer: '', message: parsed.error.message })
    else {
      const { id } = parsed
      const own = parsed.dialect === undefined ? dialect : await loadDialect(parsed.dialect)
      const found = await checkOne(own, parsed.capture)
      problems.push(...found.map((each) => ({ line, ...(id !== null && { id }), ...each })))
    }
  }
  return { checked, problems }
}

async function checkOne(dialect: Dialect, capture: Capture): Promise<readonly DocumentProblem[]> {
  const { outcome, capture: read } = await decode(capture, { dialect })
  return validateCapture(dialect, read, outcome, true)
}

const MAX_PROBLEMS = 1000

function sentence({ line, pointer, message }: Found): string {
  const place = pointer === '' ? 'The document' : pointer
  return `${line === undefined ? '' : `Line ${line}: `}${place}: ${message}.`
}

interface InputDocument {
  readonly line: number | null
  readonly value?: JsonValue
  readonly problem?: { readonly code: string; readonly message: string }
}

async function parseDocuments(bytes: Uint8Array): Promise<readonly InputDocument[]> {
  const whole = parse(
    Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  )
  if ('value' in whole) return [{ line: null, ...whole }]
  const documents: InputDocument[] = []
  for await (const { number: line, text, problem } of readLines(once(bytes))) {
    documents.push({ line, ...(problem === undefined ? parse(text) : { problem }) })
  }
  return documents
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function parse(text: string): Pick<InputDocument, 'value' | 'problem'> {
  try {
    return { value: JSON.parse(text) as JsonValue }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.slice(0, 200) : String(cause)
    return { problem: { code: 'INVALID_JSON', message } }
  }
}
