import { readFileSync } from 'node:fs'

import { summaryOf, type Finding, type Report } from './report.ts'

/** Reasons to live with a finding, by the id of its check. */
export type Accepted = Readonly<Record<string, string>>

/** Marks what somebody accepted, and what a baseline has: it is told, and makes nothing red. */
export function markKnown(report: Report, accepted: Accepted, baseline = ''): Report {
  const lines = new Set(baseline.split('\n'))
  const known = (finding: Finding): Finding['known'] => {
    if (finding.status !== 'broken') return undefined
    const reason = accepted[finding.check]
    if (reason !== undefined) return { by: 'accept', reason }
    const isOld = linesOf(finding, report).every((line) => lines.has(line))
    return isOld ? { by: 'baseline', reason: null } : undefined
  }
  const findings = report.findings.map((finding) => {
    const why = known(finding)
    return why ? { ...finding, known: why } : finding
  })
  return {
    ...report,
    findings,
    summary: summaryOf(findings, report.left_out.length, report.summary.not_run),
  }
}

/** Writes what is broken now as a baseline: a line for each check and call, sorted. */
export function baselineText(report: Report): string {
  const broken = report.findings.filter(
    ({ status, severity, known }) =>
      status === 'broken' && severity !== 'note' && known?.by !== 'accept',
  )
  const lines = new Set(broken.flatMap((finding) => linesOf(finding, report)))
  return [HEAD, ...[...lines].toSorted(), ''].join('\n')
}

export function readBaseline(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const HEAD =
  '# What surety check knows to be broken: the check, then the call. Only what is new makes red.'

function linesOf({ check, evidence }: Finding, { runs }: Report): readonly string[] {
  return evidence.map(({ run }) => {
    const call = runs.find(({ id }) => id === run)?.probe ?? ''
    return `${check} ${call}`.replaceAll(/\s+/g, ' ').trim()
  })
}
