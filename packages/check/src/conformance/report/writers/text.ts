import { quoteWords } from '@surety/internal/quote-words.ts'
import { visibleText } from '@surety/internal/visible-text.ts'
import { durationText, wrapTo, type Screen } from 'surety/unstable/human'
import {
  judgedIn,
  partText,
  toLean,
  type LeanFinding,
  type LeanReport,
  type Report,
} from '../report.ts'

/** What a check answers, whole or lean, and the files that were written. */
export type ShownReport = (Report | LeanReport) & {
  readonly reports?: readonly { readonly format: string; readonly file: string }[]
}

/** So many findings are told in full where not all were asked for. */
const WORST = 3

/** Tells a person what was found: the verdict, the worst findings with what to change, a line for the rest. */
export function reportText(shown: ShownReport, screen: Screen): string {
  const { paint, glyphs } = screen
  const isWhole = 'runs' in shown
  const report = isWhole ? toLean(shown, true) : shown
  const { summary } = report
  const told = isWhole ? report.findings : report.findings.slice(0, WORST)
  const facts = [
    `${summary.kept} kept`,
    ...(summary.known > 0 ? [`${summary.known} known`] : []),
    ...(summary.not_shown > 0 ? [`${summary.not_shown} not judged`] : []),
    ...(summary.left_out > 0 ? [`${summary.left_out} do not apply`] : []),
    durationText(report.duration_ms),
  ]
  return [
    ...verdict(report, screen),
    '',
    ...told.flatMap((finding) => [...findingLines(finding, report, screen), '']),
    ...restLines(report.findings.slice(told.length)),
    ...(isWhole ? openLines(report, screen) : []),
    paint.dim(facts.join(` ${glyphs.dot} `)),
    ...(report.advice ?? []).map((each) => visibleText(each)),
    ...(shown.reports ?? []).map(({ format, file }) => `${paint.dim(format)} ${visibleText(file)}`),
  ].join('\n')
}

/** Says what was asked and how much of it is broken, and before all else which reads failed. */
function verdict(report: LeanReport, { paint }: Screen): readonly string[] {
  const { tool, preset, summary, failed_reads: failed, level } = report
  const name = paint.bold(visibleText([tool.name, tool.version ?? ''].join(' ').trim()))
  const judged = judgedIn(summary)
  const found =
    summary.broken > 0
      ? paint.red(
          `${summary.broken} of ${judged} checks ${summary.broken === 1 ? 'fails' : 'fail'}`,
        )
      : `none of ${judged} ${judged === 1 ? 'check' : 'checks'} fails`
  const warned =
    summary.warnings === 0
      ? ''
      : `, ${summary.warnings === 1 ? '1 warns' : `${summary.warnings} warn`}`
  const why = preset === 'any' && report.preset_source === 'tool' ? ', as it speaks no dialect' : ''
  const what = `preset ${preset}${tool.dialect === null ? '' : `, ${tool.dialect}`}${why}`
  const reached = partText(report) ?? `level ${level.reached} of ${level.asked}`
  return [
    ...failed.map(
      ({ call, says }) =>
        `${paint.yellow('Not judged:')} your read \`${visibleText(call)}\` ended with ${visibleText(says.replace(/^exit /, ''))}`,
    ),
    `${name}: ${found}${warned} (${what}; ${reached})`,
  ]
}

const WORDS = { error: 'FAIL', warning: 'WARN', note: 'NOTE' } as const

/** A finding in six lines: what was run, seen and wanted, what to change, and how to live with it. */
function findingLines(
  finding: LeanFinding,
  { tool, preset }: LeanReport,
  screen: Screen,
): readonly string[] {
  const { paint } = screen
  const { check, severity, runs_broken: runs } = finding
  const word = severity === 'error' ? paint.red(WORDS.error) : paint.yellow(WORDS[severity])
  const seen =
    preset === 'any'
      ? 'seen 2 of 2'
      : `level ${finding.level}, ${runs === 1 ? '1 run' : `${runs} runs`}`
  return [
    `${word} ${paint.bold(check)}  ${visibleText([tool.name, tool.version ?? ''].join(' ').trim())} (${seen})`,
    // In one piece, so that it can be copied.
    ...(finding.reproduce === null
      ? []
      : [`  ${paint.dim('ran:'.padEnd(LABEL))}${paint.cyan(visibleText(finding.reproduce))}`]),
    ...labelled('got:', finding.got, screen),
    ...labelled('want:', `${finding.title}.`, screen),
    ...labelled('fix:', finding.fix, screen),
    ...labelled('accept:', `${check}: "why it may stay", under accept in the profile`, screen),
  ]
}

/** Names the findings that are not told in full. */
function restLines(findings: readonly LeanFinding[]): readonly string[] {
  if (findings.length === 0) return []
  const names = findings.map(({ check, severity }) =>
    severity === 'error' ? check : `${check} (${severity})`,
  )
  return [`And ${names.join(', ')}; --all tells all of it.`, '']
}

/** What is not judged, by what would show it, and what does not apply, by the reason. */
function openLines(report: LeanReport, screen: Screen): readonly string[] {
  const { paint } = screen
  const { tool, not_shown: open, left_out: leftOut } = report
  const start = quoteWords(['surety', 'check', '--init', '--', ...tool.command])
  return [
    ...open.flatMap(({ needs, checks }) =>
      labelled('not judged:', `${checks.join(', ')}. ${needs}`, screen, 0),
    ),
    ...leftOut.flatMap(({ reason, checks }) =>
      labelled('left out:', `${checks.join(', ')}. ${reason}`, screen, 0),
    ),
    ...(open.length > 0 && tool.profile === null && report.preset === 'envelope'
      ? [`A profile says what may be run: ${paint.cyan(visibleText(start))}`]
      : []),
    ...(open.length + leftOut.length > 0 ? [''] : []),
  ]
}

const LABEL = 8

function labelled(
  label: string,
  text: string,
  { paint, columns }: Screen,
  indent = 2,
): readonly string[] {
  const width = indent === 0 ? label.length + 1 : LABEL
  const lines = wrapTo(
    visibleText(text),
    columns === 0 ? 0 : Math.max(20, columns - indent - width),
  )
  return lines.map(
    (line, at) => `${' '.repeat(indent)}${paint.dim((at === 0 ? label : '').padEnd(width))}${line}`,
  )
}
