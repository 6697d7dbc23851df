import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'

import { oneLine, wellFormed } from '../../../internal/visible-text.ts'
import type { Finding, LeftOut, Report } from '../report.ts'

const SEVERITY = { 1: 'error', 2: 'error', 3: 'warning' } as const
const KINDS = { broken: 'fail', not_shown: 'open', kept: 'pass' } as const

/** Writes a report as SARIF 2.1.0, in which everything but a broken promise must have the level `none`. */
export function toSarif(report: Report): string {
  const rules = [...report.findings.map(toRule), ...report.left_out.map(leftOutRule)]
  const index = new Map(rules.map(({ id }, position) => [id, position]))
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        // Without the version: the file that holds it would become a chunk that every start opens.
        tool: { driver: { name: 'surety', rules } },
        invocations: [
          {
            executionSuccessful: true,
            startTimeUtc: report.started_at,
            endTimeUtc: new Date(Date.parse(report.started_at) + report.duration_ms).toISOString(),
          },
        ],
        automationDetails: { id: `surety-check/${oneLine(report.tool.name)}/` },
        columnKind: 'utf16CodeUnits',
        results: [
          ...report.findings.map((finding) => toResult(finding, report, index.get(finding.check)!)),
          ...report.left_out.map((each) => leftOutResult(each, report, index.get(each.check)!)),
        ],
      },
    ],
  }
  return `${JSON.stringify(log, (_key, value: unknown) => (typeof value === 'string' ? wellFormed(value) : value), 2)}\n`
}

function toRule(finding: Finding) {
  return {
    id: finding.check,
    shortDescription: { text: finding.title },
    fullDescription: { text: finding.why },
    help: {
      text: `${finding.why}\n\n${finding.fix}`,
      markdown: `${finding.why}\n\n**Fix:** ${finding.fix}`,
    },
    defaultConfiguration: { level: SEVERITY[finding.level] },
    properties: {
      tags: [finding.topic, `level-${finding.level}`, ...finding.requirements],
    },
  }
}

function leftOutRule({ check, title, level }: LeftOut) {
  return {
    id: check,
    shortDescription: { text: title },
    defaultConfiguration: { level: SEVERITY[level] },
    properties: { tags: [`level-${level}`] },
  }
}

function toResult(finding: Finding, report: Report, ruleIndex: number) {
  const needs = finding.needs === null ? '' : ` ${finding.needs}`
  return {
    ruleId: finding.check,
    ruleIndex,
    kind: KINDS[finding.status],
    level: finding.status === 'broken' ? SEVERITY[finding.level] : 'none',
    message: { text: oneLine(`${finding.summary}${needs}`) },
    ...place(finding.check, report),
    properties: {
      evidence: finding.evidence.map(({ run, says }) => {
        const record = report.runs.find(({ id }) => id === run)
        return { says, command: record?.command ?? null, exit_code: record?.exit_code ?? null }
      }),
    },
  }
}

function leftOutResult({ check, reason }: LeftOut, report: Report, ruleIndex: number) {
  return {
    ruleId: check,
    ruleIndex,
    kind: 'notApplicable',
    level: 'none',
    message: { text: reason },
    ...place(check, report),
  }
}

/** The findings concern a program, not a line; code hosts want one all the same. */
function place(check: string, { tool }: Report) {
  const file =
    tool.profile ?? tool.command.findLast((word) => /[\\/]/.test(word)) ?? tool.command[0]!
  const uri = isAbsolute(file)
    ? pathToFileURL(file).href
    : encodeURI(wellFormed(file.replaceAll('\\', '/').replace(/^\.\//, '')))
  const identity = `${tool.name}\0${check}`
  return {
    locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } }],
    partialFingerprints: {
      'suretyCheck/v1': createHash('sha256').update(identity).digest('hex').slice(0, 32),
    },
  }
}
