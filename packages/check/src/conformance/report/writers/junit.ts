import { escapeUnit, wellFormed } from '@surety/internal/visible-text.ts'
import { TOPICS, type Finding, type LeftOut, type Report, type Topic } from '../report.ts'

/** Writes a report as JUnit: a suite per topic, a case per check. What fails the pipeline must not look green. */
export function toJunit(report: Report, failOn: FailOn): string {
  const isFailure = ({ status, severity, known }: Finding): boolean =>
    (status === 'broken' && severity === 'error' && known === undefined) ||
    (status === 'not_shown' && failOn === 'not-shown')
  const { findings, left_out: leftOut, tool } = report
  const suites = [
    ...(Object.keys(TOPICS) as Topic[]).map((topic) => {
      const own = findings.filter((finding) => finding.topic === topic)
      const skipped = own.filter((each) => each.status !== 'kept' && !isFailure(each)).length
      const cases = own.map((finding) => findingCase(finding, report, isFailure(finding)))
      return suite(TOPICS[topic], cases, own.filter(isFailure).length, skipped, report)
    }),
    suite(
      'Does not apply',
      leftOut.map((each) => leftOutCase(each, report)),
      0,
      leftOut.length,
      report,
    ),
  ]
  const head = attributes({
    name: `surety check ${tool.name}`,
    tests: findings.length + leftOut.length,
    failures: findings.filter(isFailure).length,
    errors: 0,
    time: seconds(report.duration_ms),
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${head}>\n${suites.join('')}</testsuites>\n`
}

function suite(
  name: string,
  cases: readonly string[],
  failures: number,
  skipped: number,
  { started_at: startedAt }: Report,
): string {
  if (cases.length === 0) return ''
  const head = attributes({
    name,
    tests: cases.length,
    failures,
    errors: 0,
    skipped,
    // The schema of the format has no place for a time zone.
    timestamp: startedAt.slice(0, 19),
    time: '0',
  })
  return `  <testsuite ${head}>\n${cases.join('')}  </testsuite>\n`
}

function findingCase(finding: Finding, report: Report, isFailure: boolean): string {
  const head = attributes({
    name: finding.title,
    classname: `${report.tool.name}.${finding.check}`,
    time: seconds(durationOf(finding, report)),
  })
  if (finding.status === 'kept') return `    <testcase ${head}/>\n`
  const message = attributes({ message: finding.summary })
  const body = isFailure
    ? `<failure ${message} type="${finding.status}">${escapeXml(explain(finding, report))}</failure>`
    : `<skipped ${attributes({ message: `${finding.summary} ${finding.needs ?? ''}`.trim() })}/>`
  return `    <testcase ${head}>\n      ${body}\n    </testcase>\n`
}

function leftOutCase({ check, title, reason }: LeftOut, { tool }: Report): string {
  const head = attributes({ name: title, classname: `${tool.name}.${check}`, time: '0' })
  const skipped = `<skipped ${attributes({ message: `Does not apply. ${reason}` })}/>`
  return `    <testcase ${head}>\n      ${skipped}\n    </testcase>\n`
}

function explain(finding: Finding, report: Report): string {
  const evidence = finding.evidence.flatMap(({ run, says }) => {
    const record = report.runs.find(({ id }) => id === run)
    return record === undefined ? [says] : [says, `  $ ${record.command}`]
  })
  const needs = finding.needs === null ? [] : [`Needs: ${finding.needs}`]
  const about = [`Check: ${finding.check}, level ${finding.level}`]
  if (finding.requirements.length > 0)
    about.push(`Requirements: ${finding.requirements.join(', ')}`)
  return [...evidence, ...needs, `Why: ${finding.why}`, `Fix: ${finding.fix}`, ...about].join('\n')
}

function durationOf({ evidence }: Finding, { runs }: Report): number {
  const ids = new Set(evidence.map(({ run }) => run))
  return runs.reduce((sum, run) => sum + (ids.has(run.id) ? run.duration_ms : 0), 0)
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value)).replaceAll('\n', '&#10;')}"`)
    .join(' ')
}

/** Characters that XML 1.0 cannot hold, not even escaped. */
// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const FORBIDDEN = /[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

function escapeXml(text: string): string {
  return wellFormed(text)
    .replaceAll(FORBIDDEN, escapeUnit)
    .replaceAll(/[&<>"\r]/g, (char) => ENTITIES[char]!)
}

/** What fails a pipeline: broken promises, also those that are not shown, or nothing. */
export type FailOn = 'broken' | 'not-shown' | 'never'
