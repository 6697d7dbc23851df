import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import { encode, loadDialect, type Dialect, type DocumentProblem } from '../../dialects/index.ts'
import { defineCommand } from '../../runtime/index.ts'
import { s } from '../../schema/index.ts'
import { inputExits } from '../capture-options.ts'
import { dialectProblems } from '../dialect-option.ts'
import { splitLines } from '../input-lines.ts'
import { readAll, readInput, type Reader } from '../input.ts'
import { invalidDocument } from '../invalid-document.ts'
import { failedLines, lineErrors, lineExits } from '../line-failures.ts'
import { parseOutcome } from '../outcome-input.ts'

/** Writes outcomes as a process speaking a dialect would leave them behind. */
export const command = defineCommand({
  description: 'Writes outcomes as a process speaking a dialect would',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The answer holds what a process would have written',
    ...inputExits,
    ...lineExits,
    INVALID_DOCUMENT: invalidDocument,
  },
  errors: { ...lineErrors, NOT_AN_OUTCOME: { exit: invalidDocument } },
  args: { file: s.string().min(1).optional().describe('JSON file; stdin without it or for -') },
  options: {
    dialect: s.string().min(1).describe('Dialect to write: an id or a file'),
    lines: s.boolean().default(false).describe('Takes NDJSON, one outcome a line'),
    bare: s
      .boolean()
      .default(false)
      .describe('Leaves out what the dialect has no member for, as a CLI of its own would'),
  },
  filter: 'on-request',
  timeoutMs: 0,
  examples: [
    { description: 'One outcome', command: 'surety encode --dialect td outcome.json' },
    {
      description: 'What was decoded before, in another dialect',
      command:
        'surety decode --captures - --output jsonl | surety encode --dialect td --lines --output jsonl',
    },
  ],
  validate: ({ options }) => dialectProblems('--dialect', options.dialect),
  run: (ctx) => (ctx.options.lines ? encodeLines(ctx) : encodeOne(ctx)),
})

interface EncodeContext extends Reader {
  readonly args: { readonly file?: string | undefined }
  readonly options: { readonly dialect: string; readonly bare: boolean }
  readonly fail: (
    code: 'LINES_FAILED' | 'NOT_AN_OUTCOME',
    message: string,
    facts?: { details: object },
  ) => never
  readonly note: (name: string, value: JsonValue) => void
}

async function encodeOne(ctx: EncodeContext): Promise<object> {
  const dialect = await loadDialect(ctx.options.dialect)
  const text = (await readAll(ctx.args.file, ctx)).toString('utf8').replace(/^\uFEFF/, '')
  const written = write(text, dialect, ctx.options.bare)
  if ('wire' in written) return written.wire
  ctx.note(
    'problems',
    written.problems.map((problem) => ({ ...problem })),
  )
  const [first] = written.problems
  const place = first!.pointer === '' ? 'the input' : first!.pointer
  return ctx.fail('NOT_AN_OUTCOME', `The input is no outcome: ${place}: ${first!.message}.`)
}

async function* encodeLines(ctx: EncodeContext): AsyncGenerator<Uint8Array, undefined> {
  const dialect = await loadDialect(ctx.options.dialect)
  let lines = 0
  let failed = 0
  for await (const { number: line, text, problem } of splitLines(readInput(ctx.args.file, ctx))) {
    lines = line
    const written =
      problem === undefined ? write(text, dialect, ctx.options.bare) : { problems: [], problem }
    const isWritten = 'wire' in written
    if (!isWritten) failed += 1
    const answer = isWritten ? written.wire : { line, error: problem ?? refusal(written.problems) }
    yield Buffer.from(`${JSON.stringify(answer)}\n`)
  }
  if (failed > 0)
    ctx.fail('LINES_FAILED', failedLines(failed, lines), { details: { lines, failed } })
  return undefined
}

function refusal(problems: readonly DocumentProblem[]): object {
  return { code: 'NOT_AN_OUTCOME', message: 'The line is no outcome.', problems }
}

type Written = { readonly wire: object } | { readonly problems: readonly DocumentProblem[] }

function write(text: string, dialect: Dialect, isBare: boolean): Written {
  let document: JsonValue
  try {
    document = JSON.parse(text) as JsonValue
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : String(cause)
    return { problems: [{ pointer: '', message: `it is not one JSON document (${reason})` }] }
  }
  const parsed = parseOutcome(document)
  if (!parsed.ok) return { problems: parsed.problems }
  const id = isJsonObject(document) && 'outcome' in document ? document['id'] : undefined
  const { stdout, stderr, exit_code, losses } = encode(
    parsed.outcome,
    dialect,
    isBare ? { stow: 'never' } : {},
  )
  return {
    wire: {
      ...(id !== undefined && { id }),
      dialect: dialect.id,
      stdout,
      stderr,
      exit_code,
      losses,
    },
  }
}
