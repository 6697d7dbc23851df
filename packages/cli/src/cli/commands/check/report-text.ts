import {
  partText,
  toLean,
  TOPICS,
  type LeanFinding,
  type LeanReport,
  type Report,
  type Topic,
} from '@surety/check/unstable/conformance'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { visibleText } from '@surety/internal/visible-text.ts'
import { durationText, wrapTo, type Screen } from 'surety/unstable/human'

/** What `surety check` answers, whole or lean, and the files that it wrote. */
export type ShownReport = (Report | LeanReport) & {
  readonly reports?: readonly { readonly format: string; readonly file: string }[]
}

export function reportText(shown: ShownReport, screen: Screen): string {
  const { paint, glyphs } = screen
  const report = 'runs' in shown ? toLean(shown) : shown
  const { tool, summary } = report
  const part = partText(report)
  const facts = [
    tool.dialect ?? 'no dialect',
    `${summary.kept} kept`,
    `${summary.broken} broken`,
    `${summary.not_shown} not shown`,
    ...(summary.left_out > 0 ? [`${summary.left_out} do not apply`] : []),
    durationText(report.duration_ms),
  ]
  return [
    ...brokenSection(report.findings, screen),
    ...missingSection(report, screen),
    ...leftOutSection(report, screen),
    ...adviceSection(report, screen),
    `${paint.bold(visibleText(tool.name))}${part === undefined ? verdict(report) : `: ${part}`}`,
    paint.dim(facts.join(` ${glyphs.dot} `)),
    ...(shown.reports ?? []).map(({ format, file }) => `${paint.dim(format)} ${visibleText(file)}`),
  ].join('\n')
}

/** What concerns the author alone; nothing of it is broken. */
function adviceSection({ advice = [] }: LeanReport, { paint, glyphs }: Screen): readonly string[] {
  if (advice.length === 0) return []
  const lines = advice.map((each) => `  ${glyphs.dot} ${visibleText(each)}`)
  return [paint.bold('For the author'), ...lines, '']
}

/** Says what was found. A level that is not reached is named only by those who demand it. */
function verdict({ summary: { broken, not_shown: missing }, level: { reached } }: LeanReport) {
  const level = reached === 0 ? '' : ` and reaches level ${reached}`
  const rest = missing === 0 ? '' : `; ${promises(missing)} not shown`
  return ` breaks ${broken === 0 ? 'no promise' : promises(broken)}${level}${rest}`
}

function brokenSection(findings: readonly LeanFinding[], screen: Screen) {
  if (findings.length === 0) return []
  const { paint } = screen
  const topics = (Object.keys(TOPICS) as Topic[]).flatMap((topic) => {
    const own = findings.filter((finding) => finding.topic === topic)
    const lines = own.flatMap((finding) => [...brokenLines(finding, screen), ''])
    return own.length === 0 ? [] : [paint.bold(TOPICS[topic]), ...lines]
  })
  return [paint.bold(paint.red(`Broken: ${promises(findings.length)}`)), '', ...topics]
}

function missingSection({ tool, summary, not_shown: missing }: LeanReport, screen: Screen) {
  if (missing.length === 0) return []
  const { paint, glyphs } = screen
  const start = quoteWords(['surety', 'check', '--init', '--', ...tool.command])
  return [
    paint.bold(`Not shown: ${promises(summary.not_shown)}`),
    paint.dim('Each line says what it takes, and for which checks.'),
    '',
    ...missing.flatMap(({ needs, seen, checks }) => [
      ...marked(paint.yellow(glyphs.warning), needs, screen),
      ...seen.flatMap((text) => labelled('Seen', text, screen)),
      ...labelled('For', checks.join(', '), screen),
    ]),
    '',
    ...(tool.profile === null
      ? ['Start a profile, which says what may be run:', `  ${paint.cyan(visibleText(start))}`, '']
      : []),
  ]
}

/** What counts neither way, by reason, so that nobody takes it for kept. */
function leftOutSection({ summary, left_out: reasons }: LeanReport, screen: Screen) {
  if (reasons.length === 0) return []
  const { paint, glyphs } = screen
  return [
    paint.bold(`Does not apply: ${promises(summary.left_out)}`),
    '',
    ...reasons.flatMap(({ reason, checks }) =>
      marked(paint.dim(glyphs.dot), `${reason} (${checks.join(', ')})`, screen),
    ),
    '',
  ]
}

function brokenLines(finding: LeanFinding, screen: Screen): readonly string[] {
  const { paint, glyphs } = screen
  const said = [...new Set(finding.evidence.map(({ says }) => says))]
  const more = finding.runs_broken - 1
  const names = finding.evidence.slice(1, 4).map(({ run }) => run)
  const others = `${names.join(', ')}${more > names.length ? `, and ${more - names.length} more` : ''}`
  return [
    ...headLines(paint.red(glyphs.cross), finding, screen),
    ...said.slice(0, 3).flatMap((says) => labelled('Seen', says, screen)),
    ...labelled('Fix', finding.fix, screen),
    ...labelled('Why', finding.why, screen),
    // In one piece, so that it can be copied.
    ...(finding.reproduce === null
      ? []
      : [`    ${paint.dim('Run'.padEnd(LABEL))}${paint.cyan(visibleText(finding.reproduce))}`]),
    ...(more > 0 ? labelled('Also', others, screen) : []),
  ]
}

function headLines(
  mark: string,
  finding: LeanFinding,
  { paint, columns }: Screen,
): readonly string[] {
  const id = `${finding.check}, level ${finding.level}`
  const fits = columns === 0 || 6 + finding.title.length + id.length <= columns
  return fits
    ? [`  ${mark} ${finding.title}  ${paint.dim(id)}`]
    : [`  ${mark} ${finding.title}`, `    ${paint.dim(id)}`]
}

function marked(mark: string, text: string, screen: Screen): readonly string[] {
  const [first = '', ...rest] = labelled('', text, screen, 0)
  return [`  ${mark} ${first.trimStart()}`, ...rest]
}

const LABEL = 7

function labelled(
  label: string,
  text: string,
  { paint, columns }: Screen,
  width = LABEL,
): readonly string[] {
  const lines = wrapTo(visibleText(text), columns === 0 ? 0 : Math.max(20, columns - 4 - width))
  return lines.map(
    (line, index) => `    ${paint.dim((index === 0 ? label : '').padEnd(width))}${line}`,
  )
}

function promises(count: number): string {
  return count === 1 ? '1 promise' : `${count} promises`
}
