import { loadDialect, LineTranslation, type StowMode } from '../../dialects/index.ts'
import { visibleText } from '../../internal/visible-text.ts'
import { defineCommand } from '../../runtime/index.ts'
import { s } from '../../schema/index.ts'
import { inputExits } from '../input/capture-options.ts'
import { dialectProblems } from '../dialect-option.ts'
import { explainTranslation, explanationText, type Explanation } from '../explain-translation.ts'
import { readAll, readInput, type Reader } from '../input/read-input.ts'
import { invalidDocument } from '../invalid-document-exit.ts'
import { failedLines, lineErrors, lineExits } from '../line-errors.ts'

/** Translates NDJSON from one dialect to another. */
export const command = defineCommand({
  description: 'Translates NDJSON from one dialect to another',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'Every line was translated',
    ...inputExits,
    ...lineExits,
    INVALID_DOCUMENT: invalidDocument,
  },
  errors: { ...lineErrors, NOT_ONE_DOCUMENT: { exit: invalidDocument } },
  args: { file: s.string().min(1).optional().describe('NDJSON file; default, or -: stdin') },
  options: {
    from: s.string().min(1).describe('Dialect of the input: an id or a file'),
    to: s.string().min(1).describe('Dialect of the output: an id or a file'),
    losses: s
      .boolean()
      .default(false)
      .describe(
        'Reports on stderr, as one line of JSON, what was lost and what was wrong with the input',
      ),
    lossless: s
      .boolean()
      .default(false)
      .describe(
        'Keeps what the dialect has no member for in x_envelope, to translate back exactly',
      ),
    explain: s.boolean().default(false).describe('Explains the translation of one document'),
  },
  filter: 'by-default',
  // The writer of the input may take hours.
  timeoutMs: 0,
  examples: [
    {
      description: 'A log in another dialect',
      command: 'surety translate --from td --to spec-1.0 < td.ndjson > spec.ndjson',
    },
    {
      description: 'The translation of one document, explained',
      command: 'surety translate --from animus-1 --to td --explain answer.json',
    },
  ],
  text: (data) => explanationText(data as unknown as Explanation),
  validate: ({ options }) => [
    ...dialectProblems('--from', options.from),
    ...dialectProblems('--to', options.to),
  ],
  run: (ctx) => (ctx.options.explain ? explain(ctx) : translateLines(ctx)),
})

interface TranslateContext extends Reader {
  readonly args: { readonly file?: string | undefined }
  readonly options: {
    readonly from: string
    readonly to: string
    readonly losses: boolean
    readonly lossless: boolean
  }
  readonly fail: (
    code: 'LINES_FAILED' | 'NOT_ONE_DOCUMENT',
    message: string,
    facts?: { details: object },
  ) => never
}

async function* translateLines(
  ctx: TranslateContext,
): AsyncGenerator<Uint8Array, object | undefined> {
  const { from, to, losses: wantsLosses } = ctx.options
  const translation = new LineTranslation(await loadDialect(from), await loadDialect(to), {
    stow: stowOf(ctx),
  })
  const shown = process.stdout.isTTY ? visibleLines : (lines: Uint8Array) => lines
  for await (const chunk of readInput(ctx.args.file, ctx)) yield shown(translation.feed(chunk))
  yield shown(translation.end())
  const { lines, translated, failed, losses, problems } = translation.summary()
  const counts = { from, to, lines, translated, failed }
  const report = wantsLosses ? { ...counts, losses, problems } : counts
  if (failed > 0) ctx.fail('LINES_FAILED', failedLines(failed, lines), { details: report })
  return wantsLosses ? report : undefined
}

function stowOf({ options }: TranslateContext): StowMode {
  return options.lossless ? 'exact' : 'plain'
}

/** Escapes the control characters that JSON leaves as they are; the result is the same JSON. */
function visibleLines(lines: Uint8Array): Uint8Array {
  return Buffer.from(visibleText(Buffer.from(lines).toString('utf8'), '\n'))
}

async function explain(ctx: TranslateContext): Promise<Explanation> {
  const { from, to } = ctx.options
  const source = await loadDialect(from)
  const target = await loadDialect(to)
  const input = await readAll(ctx.args.file, ctx)
  const explained = explainTranslation(input, source, target, stowOf(ctx))
  if ('problem' in explained) return ctx.fail('NOT_ONE_DOCUMENT', explained.problem)
  return explained
}
