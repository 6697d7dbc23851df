import outcomeSchema from '../../../schemas/outcome.json' with { type: 'json' }
import {
  fail,
  isJsonObject,
  succeed,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type OutcomeErrorInput,
} from '../../contract/index.ts'
import {
  encode,
  loadDialect,
  PAY_EXIT_BY_CODE,
  validateDocument,
  type Dialect,
  type DocumentProblem,
  type EncodeOptions,
} from '../../dialects/index.ts'
import { defineCommand, type InputProblem } from '../../runtime/index.ts'
import { s } from '../../schema/index.ts'
import {
  dialectProblems,
  inputExits,
  invalidDocument,
  lineErrors,
  lineExits,
} from '../input/declarations.ts'
import { answerLines, readAll, type Reader } from '../input/read-input.ts'

/** Writes outcomes as a tool of a dialect would print them. */
export const command = defineCommand({
  description: 'Writes outcomes as a tool of a dialect would print them',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The answer holds stdout, stderr and exit code of such a tool',
    ...inputExits,
    ...lineExits,
    INVALID_DOCUMENT: invalidDocument,
  },
  errors: { ...lineErrors, NOT_AN_OUTCOME: { exit: invalidDocument } },
  args: { file: s.string().min(1).optional().describe('JSON file; default, or -: stdin') },
  options: {
    dialect: s.string().min(1).describe('Dialect to write: an id or a file'),
    lines: s.boolean().default(false).describe('Reads NDJSON, one outcome per line'),
    bare: s
      .boolean()
      .default(false)
      .describe('Drops what the dialect has no member for, as its own tools do'),
    lossless: s
      .boolean()
      .default(false)
      .describe('Keeps what the dialect has no member for in x_envelope, to decode it exactly'),
    exitTable: s
      .enum(['pay'])
      .optional()
      .describe('Exit codes by error code, for the incur dialects: those of pay'),
  },
  filter: 'on-request',
  timeoutMs: 0,
  examples: [
    { description: 'One outcome', command: 'surety encode --dialect td outcome.json' },
    {
      description: 'With the exit codes of pay',
      command: 'surety encode --dialect incur-compact --exit-table pay outcome.json',
    },
    {
      description: 'Decoded captures in another dialect',
      command:
        'surety decode --captures - --format jsonl | surety encode --dialect td --lines --format jsonl',
    },
  ],
  validate: ({ options }) => [
    ...dialectProblems('--dialect', options.dialect),
    ...exitTableProblems(options),
  ],
  run: (ctx) => (ctx.options.lines ? encodeLines(ctx) : encodeOne(ctx)),
})

interface EncodeCommandOptions {
  readonly dialect: string
  readonly bare: boolean
  readonly lossless: boolean
  readonly exitTable?: 'pay' | undefined
}

/** Only the incur dialects leave exit codes to the tool; the others define their own. */
function exitTableProblems({ dialect, exitTable }: EncodeCommandOptions): readonly InputProblem[] {
  if (exitTable === undefined || dialect.startsWith('incur-')) return []
  return [
    {
      param: '--exit-table',
      code: 'UNEXPECTED_ARGUMENT',
      message: `--exit-table needs an incur dialect; ${dialect} defines its own exit codes.`,
    },
  ]
}

function encodeOptions({ bare, lossless, exitTable }: EncodeCommandOptions): EncodeOptions {
  return {
    ...(lossless && { stow: 'exact' as const }),
    ...(bare && { stow: 'never' as const }),
    ...(exitTable === 'pay' && { exitByCode: PAY_EXIT_BY_CODE }),
  }
}

interface EncodeContext extends Reader {
  readonly args: { readonly file?: string | undefined }
  readonly options: EncodeCommandOptions
  readonly fail: (
    code: 'LINES_FAILED' | 'NOT_AN_OUTCOME',
    message: string,
    facts?: { details: object },
  ) => never
  readonly addMeta: (name: string, value: JsonValue) => void
}

async function encodeOne(ctx: EncodeContext): Promise<object> {
  const dialect = await loadDialect(ctx.options.dialect)
  const text = (await readAll(ctx.args.file, ctx)).toString('utf8').replace(/^\uFEFF/, '')
  const written = write(text, dialect, encodeOptions(ctx.options))
  if ('wire' in written) return written.wire
  ctx.addMeta(
    'problems',
    written.problems.map((problem) => ({ ...problem })),
  )
  const [first] = written.problems
  const place = first!.pointer === '' ? 'the input' : first!.pointer
  return ctx.fail('NOT_AN_OUTCOME', `The input is not an outcome: ${place}: ${first!.message}.`)
}

async function* encodeLines(ctx: EncodeContext): AsyncGenerator<Uint8Array, undefined> {
  const dialect = await loadDialect(ctx.options.dialect)
  const options = encodeOptions(ctx.options)
  return yield* answerLines(ctx.args.file, ctx, (text) => {
    const written = write(text, dialect, options)
    if ('wire' in written) return { answer: written.wire }
    return { id: written.id, error: refusal(written.problems) }
  })
}

function refusal(problems: readonly DocumentProblem[]): object {
  return { code: 'NOT_AN_OUTCOME', message: 'The line is not an outcome.', problems }
}

type Written =
  | { readonly wire: object }
  | { readonly problems: readonly DocumentProblem[]; readonly id: JsonValue | undefined }

function write(text: string, dialect: Dialect, options: EncodeOptions): Written {
  let document: JsonValue
  try {
    document = JSON.parse(text) as JsonValue
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : String(cause)
    const message = `it is not one JSON document (${reason})`
    return { problems: [{ pointer: '', message }], id: undefined }
  }
  const parsed = parseOutcome(document)
  const id = isJsonObject(document) ? document['id'] : undefined
  if (!parsed.ok) return { problems: parsed.problems, id }
  const { stdout, stderr, exit_code, losses } = encode(parsed.outcome, dialect, options)
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

/** An outcome read from JSON, or all problems with it. */
type ParsedOutcome =
  | { readonly ok: true; readonly outcome: Outcome }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] }

/**
 * Reads an outcome, plain or inside `{id, dialect, outcome}`. Members that can be derived may be
 * missing: `ok`, `exit`, category, retryable, recovery.
 */
export function parseOutcome(document: JsonValue): ParsedOutcome {
  const isWrapped = isJsonObject(document) && isJsonObject(document['outcome'])
  const value = isWrapped ? document['outcome']! : document
  const at = isWrapped ? '/outcome' : ''
  const problems = [...validateDocument({ schema: inputSchema() }, value)]
  if (isJsonObject(value)) problems.push(...contradictions(value))
  if (problems.length > 0) {
    return {
      ok: false,
      problems: problems.map(({ pointer, message }) => ({ pointer: at + pointer, message })),
    }
  }
  return { ok: true, outcome: toOutcome(value as JsonObject) }
}

function contradictions({ ok, exit, error }: JsonObject): readonly DocumentProblem[] {
  const problems: DocumentProblem[] = []
  const failed = isJsonObject(error)
  if (typeof ok === 'boolean' && ok === failed) {
    const message = failed ? 'is true although there is an error' : 'is false without an error'
    problems.push({ pointer: '/ok', message })
  }
  if (typeof exit === 'string' && (exit === 'SUCCESS') === failed) {
    const message = failed ? 'is SUCCESS although there is an error' : `is ${exit} without an error`
    problems.push({ pointer: '/exit', message })
  }
  return problems
}

function toOutcome({ exit, data = null, error, warnings, meta }: JsonObject): Outcome {
  const shared = {
    ...(warnings !== undefined && { warnings: warnings as readonly string[] }),
    ...(isJsonObject(meta) && { meta }),
  }
  if (!isJsonObject(error)) return succeed({ data, ...shared })
  const { category } = error
  return fail({
    exit: (exit as string | undefined) ?? (category as string | undefined) ?? 'GENERAL_ERROR',
    error: error as unknown as OutcomeErrorInput,
    data,
    ...shared,
  })
}

/** The schema of outcomes without references; members that can be derived are optional. */
function inputSchema(): JsonObject {
  const { properties, definitions } = outcomeSchema as {
    readonly properties: JsonObject
    readonly definitions: Readonly<Record<string, JsonObject>>
  }
  const error: JsonObject = { ...definitions['OutcomeError'], required: ['code', 'message'] }
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...properties,
      error: { oneOf: [{ type: 'null' }, error] },
      process: definitions['Process']!,
      diagnostics: definitions['Diagnostics']!,
    },
  }
}
