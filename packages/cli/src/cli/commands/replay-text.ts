import { oneLine } from '@surety/internal/visible-text.ts'
import { wrapTo, type Screen } from 'surety/unstable/human'
import { KINDS, type ReplayReport } from '../../replay/index.ts'

/** Shows a replay to a person: the counts first, then each finding with its place. */
export function replayText(report: ReplayReport, { paint, columns }: Screen): string {
  const { calls, files, from, to, found, findings, more } = report
  const dates = from === null ? '' : `, ${from.slice(0, 10)} to ${to!.slice(0, 10)}`
  return [
    paint.bold(`Calls: ${calls}, files: ${files}${dates}`),
    ...Object.entries(found).flatMap(([kind, count]) =>
      count > 0 ? `${KINDS[kind as keyof typeof KINDS]}: ${count}` : [],
    ),
    ...findings.flatMap(({ file, line, command, says }) => [
      '',
      `${paint.dim(`${oneLine(file)}:${line}`)}  ${oneLine(command)}`,
      ...wrapTo(oneLine(says), columns - 6).map((text) => `      ${paint.yellow(text)}`),
    ]),
    ...(more > 0 ? ['', paint.dim(`More findings: ${more}; -n lists them`)] : []),
  ].join('\n')
}
