import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'

import { oneLine, wellFormed } from '@surety/internal/visible-text.ts'
import type { Finding, LeftOut, Report } from '../report.ts'

const SEVERITY = { 1: 'error', 2: 'error', 3: 'warning' } as const
const KINDS = { broken: 'fail', not_shown: 'open', kept: 'pass' } as const

/** Writes a report as SARIF 2.1.0, in which everything but a broken promise must have the level `none`. */
export function toSarif(report: Report): string {
  const { findings, left_out: leftOut } = report
  const rules = [...findings.map(toRule), ...leftOut.map(leftOutRule)]
  const results = [...findings.map((each) => toResult(each, report)), ...leftOut.map(leftOutResult)]
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
        // Every check has one rule and one result, in the same order.
        results: results.map((result, ruleIndex) => ({
          ruleId: rules[ruleIndex]!.id,
          ruleIndex,
          ...result,
          ...place(rules[ruleIndex]!.id, report),
        })),
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

function toResult(finding: Finding, report: Report) {
  const needs = finding.needs === null ? '' : ` ${finding.needs}`
  return {
    kind: KINDS[finding.status],
    level: finding.status === 'broken' ? SEVERITY[finding.level] : 'none',
    message: { text: oneLine(`${finding.summary}${needs}`) },
    properties: {
      evidence: finding.evidence.map(({ run, says }) => {
        const record = report.runs.find(({ id }) => id === run)
        return { says, command: record?.command ?? null, exit_code: record?.exit_code ?? null }
      }),
    },
  }
}

function leftOutResult({ reason }: LeftOut) {
  return { kind: 'notApplicable', level: 'none', message: { text: reason } }
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
