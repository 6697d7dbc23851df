import { quoteWords } from '@surety/internal/quote-words.ts'
import { oneLine, visibleText } from '@surety/internal/visible-text.ts'
import { ESTIMATE, type Inspector } from './inspector.ts'
import type { CallRecord, Row, ShownStream } from './views.ts'

/** What `--text` answers with. */
type TextData = Awaited<ReturnType<typeof textData>> & { readonly file?: string }

/** Collects what the page shows: the tree, the timeline, and some calls in full. */
export async function textData(
  inspector: Inspector,
  { shown, lines }: { readonly shown: readonly string[]; readonly lines: number },
) {
  const { name, program, source, notes, commands } = inspector.view()
  return {
    tool: { name, program, source, notes },
    commands: commands.map(({ name: command, danger, description }) => ({
      command,
      danger,
      description,
    })),
    calls: inspector.rows.slice(-lines),
    shown: await Promise.all(shown.map((call) => inspector.savedRecord(call))),
  }
}

/** Draws it; calls that were asked for come alone. */
export function inspectText(data: unknown): string {
  const { tool, commands, calls, shown, file } = data as TextData
  const saved = file === undefined ? [] : [`Wrote ${oneLine(file)}`]
  if (shown.length > 0) return [...saved, ...shown.flatMap(callLines)].join('\n')
  return [
    ...saved,
    `${oneLine(tool.name) || 'The journal'}, ${commands.length} commands (${tool.source})`,
    ...tool.notes.map(oneLine),
    ...commands.map(
      ({ command, danger, description }) =>
        `  ${oneLine(command)}  [${danger}]  ${oneLine(description)}`,
    ),
    '',
    `Calls (${calls.length})`,
    ...calls.map(rowLine),
  ].join('\n')
}

function rowLine({ call, time, line, ok, code, attempts, ...row }: Row): string {
  const end = ok === null ? 'running' : ok ? 'ok' : (code ?? 'failed')
  const tries = attempts > 1 ? `, ${attempts} attempts` : ''
  const decided = `${row.verdict} (${row.reason})${tries}`
  return `  ${time}  ${oneLine(line)}  exit ${row.exit_code}  ${oneLine(end)}  ${decided}  ${call}`
}

function callLines(record: CallRecord): readonly string[] {
  const { verdict, attempts, dialects, hints, notes, repeat, tokens } = record
  const end = record.ok ? 'success' : `failure, ${record.code ?? record.exit}`
  return [
    `call ${oneLine(quoteWords(record.argv))}`,
    ...streamLines('stdout', record.stdout),
    ...streamLines('stderr', record.stderr),
    `exit ${record.exit_code}, ${end}${record.message === null ? '' : `: ${oneLine(record.message)}`}`,
    `verdict ${verdict.kind} (${verdict.reason}): ${oneLine(verdict.message)}`,
    `dialect ${record.dialect ?? 'none'}, ${record.duration_ms} ms`,
    ...(attempts.length < 2
      ? []
      : attempts.map((each, at) => {
          const wait = each.waited_ms > 0 ? `after ${each.waited_ms} ms, ` : ''
          return `  attempt ${at + 1}: ${wait}${each.duration_ms} ms, exit ${each.exit_code}, ${each.verdict} (${each.reason})`
        })),
    ...notes.map((note) => `note: ${oneLine(note)}`),
    ...hints.map(({ text }) => `hint: ${oneLine(text)}`),
    ...(dialects.length === 0 ? [] : [`In every dialect (tokens ${ESTIMATE}; printed: ${tokens})`]),
    ...dialects.map(({ dialect, tokens: count, exit_code, losses }) => {
      const lost = losses.length === 0 ? 'loses nothing' : `loses ${losses.join('; ')}`
      return `  ${dialect}: ${count} tokens, exit ${exit_code}, ${oneLine(lost)}`
    }),
    `${repeat.safe ? 'Safe to repeat' : 'Not safe to repeat'}: ${repeat.why}`,
    '',
  ]
}

function streamLines(name: string, stream: ShownStream | null): readonly string[] {
  if (stream === null) return [`${name}: not kept by the journal`]
  if (stream.bytes === 0) return [`${name}: empty`]
  const cut = stream.shown < stream.bytes ? `, the first ${stream.shown}` : ''
  return [
    `${name}: ${stream.bytes} bytes${cut}`,
    visibleText(stream.text, '\n\t').replace(/\n$/, ''),
  ]
}
