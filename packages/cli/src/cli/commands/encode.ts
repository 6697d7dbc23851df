import outcomeSchema from 'surety/schemas/outcome.json' with { type: 'json' }
import {
  objectOf,
  fail,
  isJsonObject,
  succeed,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type OutcomeErrorInput,
} from 'surety/unstable/contract'
import {
  encode,
  loadDialect,
  PAY_EXIT_BY_CODE,
  validateDocument,
  type Dialect,
  type DocumentProblem,
  type EncodeOptions,
} from 'surety/unstable/dialects'
import { defineCommand } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import {
  dialectProblems,
  inputExits,
  invalidDocument,
  lineErrors,
  lineExits,
} from '../input/declarations.ts'
import { answerLines, parseDocument, readText } from '../input/read-input.ts'
import { examples, flag, problemIf, required, text } from '../input/option-kinds.ts'

export const command = defineCommand({
  description: 'Writes an outcome as a tool of a dialect would print it',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The answer holds stdout, stderr and exit code of such a tool',
    ...inputExits,
    ...lineExits,
    INVALID_DOCUMENT: invalidDocument,
  },
  errors: { ...lineErrors, NOT_AN_OUTCOME: { exit: invalidDocument } },
  args: { file: text('JSON file; default: standard input, also as -') },
  options: {
    dialect: required('Dialect to write: an id or a file'),
    lines: flag('Reads NDJSON, one outcome per line'),
    bare: flag('Drops what the dialect cannot express'),
    lossless: flag(
      'Keeps what the dialect cannot express in x_envelope, so that it can be decoded exactly',
    ),
    exitTable: s
      .enum(['pay'])
      .optional()
      .describe('Exit codes of a tool, for the incur dialects; known is that of pay'),
  },
  filter: 'on-request',
  timeoutMs: 0,
  examples: examples({
    'Write one outcome': 'surety encode --dialect td outcome.json',
    'Use the exit codes of pay':
      'surety encode --dialect incur-compact --exit-table pay outcome.json',
    'Write decoded captures in another dialect':
      'surety decode --captures - --format jsonl | surety encode --dialect td --lines --format jsonl',
  }),
  validate: ({ options: { dialect, exitTable } }) => [
    ...dialectProblems('--dialect', dialect),
    // Only the incur dialects leave exit codes to the tool.
    ...problemIf(
      exitTable !== undefined && !dialect.startsWith('incur-'),
      '--exit-table',
      'UNEXPECTED_ARGUMENT',
      `--exit-table needs an incur dialect; ${dialect} defines its own exit codes.`,
    ),
  ],
  run: (ctx) => {
    const { args, options, addMeta } = ctx
    const how: EncodeOptions = {
      ...(options.lossless && { stow: 'exact' }),
      ...(options.bare && { stow: 'never' }),
      ...(options.exitTable === 'pay' && { exitByCode: PAY_EXIT_BY_CODE }),
    }
    const encodeOne = async (): Promise<object> => {
      const dialect = await loadDialect(options.dialect)
      const written = write(await readText(args.file, ctx), dialect, how)
      if ('answer' in written) return written.answer
      const { problems } = written.error
      addMeta('problems', problems as unknown as JsonValue)
      const { pointer, message } = problems[0]!
      const place = pointer === '' ? '' : `${pointer}: `
      return ctx.fail('NOT_AN_OUTCOME', `The input is not an outcome: ${place}${message}.`)
    }
    const encodeLines = async function* () {
      const dialect = await loadDialect(options.dialect)
      return yield* answerLines(args.file, ctx, (text) => write(text, dialect, how))
    }
    return options.lines ? encodeLines() : encodeOne()
  },
})

function write(text: string, dialect: Dialect, options: EncodeOptions) {
  const read = parseDocument(text)
  if ('why' in read)
    return refusal([{ pointer: '', message: `it is not one JSON document (${read.why})` }])
  const parsed = parseOutcome(read.value)
  const id = objectOf(read.value)['id']
  if (!parsed.ok) return refusal(parsed.problems, id)
  const { stdout, stderr, exit_code, losses } = encode(parsed.outcome, dialect, {
    ...options,
    losses: true,
  })
  const own = id !== undefined && { id }
  return { answer: { ...own, dialect: dialect.id, stdout, stderr, exit_code, losses } }
}

function refusal(problems: readonly DocumentProblem[], id?: JsonValue) {
  const message = 'The line is not an outcome.'
  return { id, error: { code: 'NOT_AN_OUTCOME', message, problems } }
}

/** Reads an outcome, plain or inside `{id, dialect, outcome}`. Members that can be derived may be missing. */
export function parseOutcome(document: JsonValue) {
  const isWrapped = isJsonObject(document) && isJsonObject(document['outcome'])
  const value = isWrapped ? document['outcome']! : document
  const at = isWrapped ? '/outcome' : ''
  const problems = [
    ...validateDocument({ schema: inputSchema() }, value),
    ...(isJsonObject(value) ? contradictions(value) : []),
  ]
  if (problems.length === 0) return { ok: true as const, outcome: toOutcome(value as JsonObject) }
  const placed = problems.map(({ pointer, message }) => ({ pointer: at + pointer, message }))
  return { ok: false as const, problems: placed }
}

function contradictions({ ok, exit, error }: JsonObject): readonly DocumentProblem[] {
  const failed = isJsonObject(error)
  const why = failed ? 'although there is an error' : 'without an error'
  const isWrongExit = typeof exit === 'string' && (exit === 'SUCCESS') === failed
  return [
    ...(ok === failed ? [{ pointer: '/ok', message: `is ${failed} ${why}` }] : []),
    ...(isWrongExit ? [{ pointer: '/exit', message: `is ${exit} ${why}` }] : []),
  ]
}

function toOutcome({ exit, data = null, error, warnings, meta }: JsonObject): Outcome {
  const shared = {
    ...(warnings !== undefined && { warnings: warnings as readonly string[] }),
    ...(isJsonObject(meta) && { meta }),
  }
  if (!isJsonObject(error)) return succeed({ data, ...shared })
  const name = (exit ?? error['category'] ?? 'GENERAL_ERROR') as string
  return fail({ exit: name, error: error as unknown as OutcomeErrorInput, data, ...shared })
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
