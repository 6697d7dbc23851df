import { parseJson, type JsonValue, type ReadOutcome } from 'surety/unstable/contract'
import {
  createLineTranslator,
  DEFAULT_DIALECT,
  LINE_PROBLEMS,
  LineTranslation,
  loadDialect,
  LOSS_KINDS,
  type Dialect,
  type StowMode,
} from 'surety/unstable/dialects'
import { visibleText } from '@surety/internal/visible-text.ts'
import { defineCommand } from 'surety/unstable/runtime'
import { examples, flag, required, text } from '../input/option-kinds.ts'
import {
  dialectProblems,
  inputExits,
  invalidDocument,
  lineErrors,
  lineExits,
} from '../input/declarations.ts'
import { failedLines, readInput, readText } from '../input/read-input.ts'

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
  args: { file: text('NDJSON file, or indented documents; default: standard input, also as -') },
  options: {
    from: required('Dialect of the input: an id or a file'),
    to: required('Dialect of the output: an id or a file').default(DEFAULT_DIALECT),
    losses: flag(
      'Reports on stderr, as one line of JSON, what was lost and what was wrong with the input',
    ),
    lossless: flag(
      'Keeps what the dialect cannot express in x_envelope, so that it can be translated back exactly',
    ),
    explain: flag('Explains the translation of one document'),
  },
  filter: 'by-default',
  // The writer of the input may take hours.
  timeoutMs: 0,
  examples: examples({
    'Translate what a tool prints to the default dialect': 'td ls | surety translate --from td',
    'Translate a log': 'surety translate --from td --to spec-1.0 < td.ndjson > spec.ndjson',
    'Explain the translation of one document':
      'surety translate --from animus-1 --to td --explain answer.json',
  }),
  text: (data) => explanationText(data as unknown as Explanation),
  validate: ({ options }) => [
    ...dialectProblems('--from', options.from),
    ...dialectProblems('--to', options.to),
  ],
  run: (ctx) => {
    const { args, options } = ctx
    const { from, to, losses: wantsLosses } = options
    const stow: StowMode = options.lossless ? 'exact' : 'plain'
    const load = () => Promise.all([loadDialect(from), loadDialect(to)])
    const translateLines = async function* () {
      const translation = new LineTranslation(...(await load()), { stow, losses: wantsLosses })
      const shown = process.stdout.isTTY ? visibleLines : (lines: Uint8Array) => lines
      for await (const chunk of readInput(args.file, ctx)) yield shown(translation.feed(chunk))
      yield shown(translation.end())
      const { lines, translated, failed, losses, problems } = translation.summary()
      const counts = { from, to, lines, translated, failed }
      const report = wantsLosses ? { ...counts, losses, problems } : counts
      if (failed > 0) ctx.fail('LINES_FAILED', failedLines(failed, lines), { details: report })
      return wantsLosses ? report : undefined
    }
    const explain = async () => {
      const dialects = await load()
      const text = (await readText(args.file, ctx)).trim()
      const input = parseJson(text)
      if (input === undefined)
        return ctx.fail('NOT_ONE_DOCUMENT', 'The input is not one JSON document.')
      const line = text.includes('\n') ? JSON.stringify(input) : text
      const result = createLineTranslator(...dialects, { stow, losses: true })(line)
      if (!result.ok) return ctx.fail('NOT_ONE_DOCUMENT', result.error.message)
      return explanationOf(line, input, result, dialects)
    }
    return options.explain ? explain() : translateLines()
  },
})

function visibleLines(lines: Uint8Array): Uint8Array {
  return Buffer.from(visibleText(Buffer.from(lines).toString('utf8'), '\n'))
}

type Translator = ReturnType<typeof createLineTranslator>
type Translated = Extract<ReturnType<Translator>, { ok: true }>

function explanationOf(
  line: string,
  input: JsonValue,
  result: Translated,
  [from, to]: readonly [Dialect, Dialect],
) {
  const { stream, exit_code, losses = [] } = result
  // As the tool would have printed it.
  const printed = from.toDocument(result.outcome)
  const empty = { stdout: '', stderr: '', exit_code: printed.exit_code }
  const outcome = from.decode({ ...empty, [printed.stream]: line })
  const ofLine = result.problems.filter((code) => Object.hasOwn(LINE_PROBLEMS, code))
  const problems = [
    ...outcome.diagnostics.problems,
    ...ofLine.map((code) => `${code}: ${LINE_PROBLEMS[code]}`),
  ]
  return {
    from: from.id,
    to: to.id,
    input,
    outcome: { ...outcome, diagnostics: { ...outcome.diagnostics, problems } },
    output: JSON.parse(result.text) as JsonValue,
    stream,
    exit_code,
    losses: losses.map((loss) => ({ ...loss, what: LOSS_KINDS[loss.kind] })),
  }
}

type Explanation = ReturnType<typeof explanationOf>

function explanationText(explanation: Explanation): string {
  const { from, to, input, outcome, output, stream, losses } = explanation
  const text = [
    `${from} document`,
    indent(JSON.stringify(input, null, 2)),
    '',
    'Meaning',
    ...sentences(outcome).map((sentence) => `  ${sentence}`),
    '',
    `${to} document, on ${stream} with exit code ${explanation.exit_code}`,
    indent(JSON.stringify(output, null, 2)),
    '',
    ...lossLines(to, losses),
  ].join('\n')
  return visibleText(text, '\n')
}

function sentences(outcome: ReadOutcome): readonly string[] {
  const { error, exit, warnings, diagnostics } = outcome
  const lines = [error === null ? `Succeeded: ${exit}.` : `Failed: ${exit}, ${error.code}.`]
  if (error !== null) {
    lines.push(`Message: ${error.message}`)
    lines.push(`Recovery: ${RECOVERY[error.recovery] ?? error.recovery}`)
    if (error.retry_after_ms !== undefined) lines.push(`Wait: ${error.retry_after_ms} ms`)
    if (error.redirect !== undefined) lines.push(`Run instead: ${error.redirect.command}`)
  }
  for (const warning of warnings) lines.push(`Warning: ${warning}`)
  for (const problem of diagnostics.problems) lines.push(`Problem: ${problem}`)
  return lines
}

const RECOVERY: Readonly<Record<string, string>> = {
  identical: 'the same call may succeed later',
  after_fix: 'fix the cause, then repeat the call',
  redirect: 'run another command instead',
  never: 'do not repeat the same call',
  unknown: 'the tool does not say whether to repeat the call',
}

function lossLines(to: string, losses: Explanation['losses']): readonly string[] {
  if (losses.length === 0) return [`Nothing is lost in ${to}.`]
  const section = (title: string, kind: string | undefined) => {
    const listed = losses.filter(({ note }) => note === kind)
    const lines = listed.map(({ pointer, what, note, stowed_at: at }) => {
      const end = note !== undefined ? '' : at === null ? ': lost' : `: kept at ${at}`
      return `  ${pointer} (${what})${end}`
    })
    return lines.length === 0 ? [] : [title, ...lines]
  }
  return [
    ...section(`${to} cannot express`, undefined),
    ...section(`${to} requires, so it was made up`, 'made up'),
    ...section('Lost, because an outcome cannot hold a value of this type', 'kept aside'),
  ]
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
