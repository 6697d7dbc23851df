import { escapeUnit, wellFormed } from '../../../internal/visible-text.ts'
import { TOPICS, type Finding, type LeftOut, type Report, type Topic } from '../report.ts'

/** Writes a report as JUnit: a suite per topic, a case per check. What fails the pipeline must not look green. */
export function toJunit(report: Report, failOn: FailOn): string {
  const isFailure = ({ status }: Finding): boolean =>
    status === 'broken' || (status === 'not_shown' && failOn === 'not-shown')
  const suites = (Object.keys(TOPICS) as Topic[]).flatMap((topic) => {
    const findings = report.findings.filter((finding) => finding.topic === topic)
    if (findings.length === 0) return []
    const cases = findings.map((finding) => findingCase(finding, report, isFailure(finding)))
    const failures = findings.filter(isFailure).length
    const skipped = findings.filter((each) => each.status === 'not_shown' && !isFailure(each))
    return [suite(TOPICS[topic], cases, { failures, skipped: skipped.length }, report)]
  })
  if (report.left_out.length > 0) {
    const cases = report.left_out.map((each) => leftOutCase(each, report))
    suites.push(suite('Does not apply', cases, { failures: 0, skipped: cases.length }, report))
  }
  const { findings, left_out: leftOut, tool } = report
  const failures = findings.filter(isFailure).length
  const head = attributes({
    name: `surety check ${tool.name}`,
    tests: findings.length + leftOut.length,
    failures,
    errors: 0,
    time: seconds(report.duration_ms),
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${head}>\n${suites.join('')}</testsuites>\n`
}

function suite(
  name: string,
  cases: readonly string[],
  counts: { readonly failures: number; readonly skipped: number },
  { started_at: startedAt }: Report,
): string {
  const head = attributes({
    name,
    tests: cases.length,
    failures: counts.failures,
    errors: 0,
    skipped: counts.skipped,
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
  const about = [`Check: ${finding.check}, level ${finding.level}`, ...requirements(finding)]
  return [...evidence, ...needs, `Why: ${finding.why}`, `Fix: ${finding.fix}`, ...about].join('\n')
}

function requirements(finding: Finding): readonly string[] {
  return finding.requirements.length === 0
    ? []
    : [`Requirements: ${finding.requirements.join(', ')}`]
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
