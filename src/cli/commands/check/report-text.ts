import { TOPICS, type Finding, type Report, type Topic } from '../../../conformance/index.ts'
import { visibleText } from '../../../internal/visible-text.ts'
import { durationText, type Screen } from '../../../runtime/human/index.ts'

/** A report with the files that it was written to. */
export interface ShownReport extends Report {
  readonly reports?: readonly { readonly format: string; readonly file: string }[]
}

/** Draws a report for people: what is broken first, then what is not shown, then one line for the rest. */
export function reportText(report: ShownReport, screen: Screen): string {
  const { paint, glyphs } = screen
  const { tool, summary, level } = report
  const broken = report.findings.filter(({ status }) => status === 'broken')
  const missing = report.findings.filter(({ status }) => status === 'not_shown')
  const asked = `level ${level.asked}`
  const reached = level.reached === 0 ? 'no level' : `level ${level.reached}`
  const facts = [
    tool.dialect ?? 'no dialect',
    `${summary.kept} kept`,
    `${summary.broken} broken`,
    `${summary.not_shown} not shown`,
    ...(summary.left_out > 0 ? [`${summary.left_out} do not apply`] : []),
    durationText(report.duration_ms),
  ]
  return [
    ...section('Broken', broken, (finding) => brokenLines(finding, report, screen), screen),
    ...section('Not shown', missing, (finding) => missingLines(finding, screen), screen),
    `${paint.bold(visibleText(tool.name))} reaches ${paint.bold(reached)} of ${asked}`,
    paint.dim(facts.join(` ${glyphs.dot} `)),
    ...(report.reports ?? []).map(
      ({ format, file }) => `${paint.dim(format)} ${visibleText(file)}`,
    ),
  ].join('\n')
}

function section(
  title: string,
  findings: readonly Finding[],
  draw: (finding: Finding) => readonly string[],
  { paint }: Screen,
): readonly string[] {
  if (findings.length === 0) return []
  const topics = (Object.keys(TOPICS) as Topic[]).filter((topic) =>
    findings.some((finding) => finding.topic === topic),
  )
  return topics.flatMap((topic) => [
    `${paint.bold(title)} ${paint.dim(TOPICS[topic])}`,
    ...findings.filter((finding) => finding.topic === topic).flatMap(draw),
    '',
  ])
}

function brokenLines(
  finding: Finding,
  report: Report,
  { paint, glyphs }: Screen,
): readonly string[] {
  const head = `  ${paint.red(glyphs.cross)} ${finding.title} ${paint.dim(`${finding.check}, level ${finding.level}`)}`
  const shown = finding.evidence.slice(0, 3).flatMap(({ run, says }) => {
    const record = report.runs.find(({ id }) => id === run)
    return [
      `      ${visibleText(says)}`,
      ...(record === undefined
        ? []
        : [`        ${paint.cyan(`$ ${visibleText(record.command)}`)}`]),
    ]
  })
  const rest = finding.evidence.length - 3
  return [
    head,
    ...shown,
    ...(rest > 0 ? [paint.dim(`      and in ${rest} more ${rest === 1 ? 'run' : 'runs'}`)] : []),
    `      ${paint.dim('Why')}  ${finding.why}`,
    `      ${paint.dim('Fix')}  ${finding.fix}`,
  ]
}

function missingLines(finding: Finding, { paint, glyphs }: Screen): readonly string[] {
  return [
    `  ${paint.yellow(glyphs.warning)} ${finding.title} ${paint.dim(`${finding.check}, level ${finding.level}`)}`,
    `      ${visibleText(finding.summary)}`,
    `      ${paint.dim('Needs')}  ${visibleText(finding.needs ?? '')}`,
  ]
}
