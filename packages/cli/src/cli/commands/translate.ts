import { defineCommand } from 'surety/unstable/runtime'
import {
  DEFAULT_DIALECT,
  loadDialect,
  PAY_EXIT_BY_CODE,
  translateLines,
  unknownDialect,
  type EncodeOptions,
} from 'surety/unstable/dialects'
import { s } from 'surety/unstable/schema'
import { visibleText } from '@surety/internal/visible-text.ts'
import { inputExits, lineErrors, lineExits } from '../input/declarations.ts'
import { examples, flag, problemIf, required, text } from '../input/option-kinds.ts'
import { failedLines, readInput } from '../input/read-input.ts'

export const command = defineCommand({
  description: 'Writes answers in another dialect, one document or a log',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Every document was translated', ...inputExits, ...lineExits },
  errors: lineErrors,
  args: { file: text('File of documents; default: standard input, also as -') },
  options: {
    from: text('Dialect of the input: an id or a file; default: outcomes, as decode gives them'),
    to: required('Dialect of the output: an id or a file').default(DEFAULT_DIALECT),
    captures: flag('Writes what a process leaves behind: stdout, stderr, exit_code, losses'),
    bare: flag('Drops what the dialect cannot express'),
    lossless: flag(
      'Keeps what the dialect cannot express in x_envelope, so that it can be translated back exactly',
    ),
    exitTable: s
      .enum(['pay'])
      .optional()
      .describe('Exit codes of a tool, for the incur dialects; known is that of pay'),
  },
  filter: 'by-default',
  // The writer of the input may take hours.
  timeoutMs: 0,
  examples: examples({
    'Translate what a tool prints to the default dialect': 'td ls | surety translate --from td',
    'Translate a log': 'surety translate --from td --to spec-1.0 < td.ndjson > spec.ndjson',
    'Write an outcome as a tool of td would print it':
      'surety translate --to td --captures outcome.json',
  }),
  validate: ({ options: { from, to, exitTable } }) => [
    ...unknownDialect('--from', from),
    ...unknownDialect('--to', to),
    // Only the incur dialects leave exit codes to the tool.
    ...problemIf(
      exitTable !== undefined && !to.startsWith('incur-'),
      '--exit-table',
      'UNEXPECTED_ARGUMENT',
      `--exit-table needs an incur dialect; ${to} defines its own exit codes.`,
    ),
  ],
  run: async function* (ctx) {
    const { from, to, captures, bare, lossless, exitTable } = ctx.options
    const { createLineTranslator } = await import('./translate/line-translator.ts')
    const how: EncodeOptions = {
      stow: lossless ? 'exact' : bare ? 'never' : 'plain',
      ...(exitTable === 'pay' && { exitByCode: PAY_EXIT_BY_CODE }),
    }
    const reader = from === undefined ? undefined : await loadDialect(from)
    const translate = createLineTranslator(reader, await loadDialect(to), how, captures)
    const lines = translateLines(readInput(ctx.args.file, ctx), translate)
    for (;;) {
      const { done, value } = await lines.next()
      if (!done) {
        yield process.stdout.isTTY ? visible(value) : value
        continue
      }
      if (value.failed > 0)
        ctx.fail('LINES_FAILED', failedLines(value.failed, value.lines), { details: { ...value } })
      return undefined
    }
  },
})

function visible(lines: Uint8Array): Uint8Array {
  return Buffer.from(visibleText(Buffer.from(lines).toString('utf8'), '\n'))
}
