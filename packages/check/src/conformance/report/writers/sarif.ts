import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'

import { oneLine, wellFormed } from '@surety/internal/visible-text.ts'
import { gotOf, type Finding, type Report } from '../report.ts'

/** Writes what is broken as SARIF 2.1.0; what is known is there as suppressed. */
export function toSarif(report: Report, source?: string): string {
  const broken = report.findings.filter(({ status }) => status === 'broken')
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        // Without the version: the file that holds it would become a chunk that every start opens.
        tool: { driver: { name: 'surety', rules: broken.map(toRule) } },
        invocations: [
          {
            executionSuccessful: true,
            startTimeUtc: report.started_at,
            endTimeUtc: new Date(Date.parse(report.started_at) + report.duration_ms).toISOString(),
          },
        ],
        automationDetails: {
          id: `surety-check/${report.preset}/${oneLine(report.tool.name)}/`,
        },
        columnKind: 'utf16CodeUnits',
        properties: { preset: report.preset, level: report.level.reached },
        results: broken.map((finding, ruleIndex) => ({
          ...toResult(finding, report),
          ruleIndex,
          ...place(finding.check, report, source),
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
    defaultConfiguration: { level: finding.severity },
    properties: {
      tags: [finding.topic, `level-${finding.level}`, ...finding.requirements],
    },
  }
}

function toResult(finding: Finding, report: Report) {
  const { check, severity, fix, known, evidence } = finding
  return {
    ruleId: check,
    kind: 'fail',
    level: severity,
    message: { text: oneLine(`${gotOf(finding, report)} ${fix}`) },
    ...(known && {
      suppressions: [
        { kind: 'external', ...(known.reason !== null && { justification: known.reason }) },
      ],
    }),
    properties: {
      evidence: evidence.map(({ run, says }) => {
        const record = report.runs.find(({ id }) => id === run)
        return { says, command: record?.command ?? null, exit_code: record?.exit_code ?? null }
      }),
    },
  }
}

/** Code hosts want a file: the source that was named, the profile, or a place that is none of the program's files. */
function place(check: string, { tool }: Report, source: string | undefined) {
  const file = source ?? tool.profile ?? 'surety.yaml'
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
