import { readFileSync } from 'node:fs'

import { summaryOf, type Finding, type Report } from './report.ts'

/** Reasons to live with a finding, by the id of its check. */
export type Accepted = Readonly<Record<string, string>>

/**
 * Marks what somebody accepted, and what a baseline has: it is told, and makes nothing red. Of a check that came after the
 * baseline only a warning is left, so that an update of surety breaks no pipeline.
 */
export function markKnown(report: Report, accepted: Accepted, baseline?: string): Report {
  const lines = new Set((baseline ?? '').split('\n'))
  const pinned = baseline === undefined ? undefined : (AS_OF.exec(baseline)?.[1] ?? FIRST)
  const known = (finding: Finding): Finding['known'] => {
    if (finding.status !== 'broken') return undefined
    const reason = accepted[finding.check]
    if (reason !== undefined) return { by: 'accept', reason }
    const isOld = linesOf(finding, report).every((line) => lines.has(line))
    return isOld ? { by: 'baseline', reason: null } : undefined
  }
  const findings = report.findings.map((each): Finding => {
    const isLater = pinned !== undefined && isNewer(each.since ?? FIRST, pinned)
    const finding: Finding =
      isLater && each.severity === 'error' ? { ...each, severity: 'warning' } : each
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
  const [newest] = report.findings
    .map(({ since = FIRST }) => since)
    .toSorted((a, b) => (isNewer(a, b) ? -1 : 1))
  const asOf = `# Checks as of ${newest ?? FIRST}: a later one only warns until this file is written anew.`
  return [HEAD, asOf, ...[...lines].toSorted(), ''].join('\n')
}

export function readBaseline(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The version of the first checks. */
const FIRST = '0.1'

const AS_OF = /^# Checks as of (\d+\.\d+)/m

function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0
}

const HEAD =
  '# What surety check knows to be broken: the check, then the call. Only what is new makes red.'

function linesOf({ check, evidence }: Finding, { runs }: Report): readonly string[] {
  return evidence.map(({ run }) => {
    const call = runs.find(({ id }) => id === run)?.probe ?? ''
    return `${check} ${call}`.replaceAll(/\s+/g, ' ').trim()
  })
}
