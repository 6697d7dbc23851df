import type { JsonObject } from '../../contract/index.ts'
import type { RecordedBytes, Report, RunRecord } from './report.ts'

/** Characters kept of each stream; the page and the files have all of it. */
const MAX_CHARACTERS = 2000

/**
 * Shortens a report for an envelope: an agent needs the findings and the runs that they cite, not every
 * byte of every run. Kept promises cite no runs.
 */
export function toData(report: Report): JsonObject {
  const findings = report.findings.map((finding) => ({
    ...finding,
    ...(finding.status === 'kept' && { evidence: [] }),
    reproduce: finding.reproduce === null ? null : cut(finding.reproduce),
  }))
  const cited = new Set(findings.flatMap(({ evidence }) => evidence.map(({ run }) => run)))
  const runs = report.runs.filter(({ id }) => cited.has(id)).map(shorten)
  return { ...report, findings, runs } as unknown as JsonObject
}

function shorten(run: RunRecord): RunRecord {
  return {
    ...run,
    argv: run.argv.map(cut),
    command: cut(run.command),
    stdin_text: run.stdin_text === null ? null : cut(run.stdin_text),
    stdout: shortenBytes(run.stdout),
    stderr: shortenBytes(run.stderr),
  }
}

/** Words of a call can be as long as an answer. */
function cut(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}...`
}

function shortenBytes(bytes: RecordedBytes): RecordedBytes {
  if (bytes.text.length <= MAX_CHARACTERS) return bytes
  return { ...bytes, text: bytes.text.slice(-MAX_CHARACTERS), base64: null, cut: true }
}
