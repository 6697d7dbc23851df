import { readFile } from 'node:fs/promises'

import { toScriptText } from '@surety/internal/json/json-text.ts'
import { recordBytes } from '../../probing/run.ts'
import type { RecordedBytes, Report } from '../report.ts'
import type { FailOn } from './junit.ts'

export const REPORT_FILES = {
  html: 'surety-report.html',
  junit: 'surety-report.xml',
  sarif: 'surety-report.sarif',
  md: 'surety-report.md',
} as const
export type ReportFormat = keyof typeof REPORT_FILES

/**
 * Writes a report as the text of a file. `failOn` says what fails a pipeline, by default what is broken; `junit`
 * shows it as a failure. `source` is the file that SARIF names.
 *
 * @example
 * ```ts
 * import { checkTool, writeReport } from '@surety/check'
 *
 * const page = await writeReport(await checkTool(['./deployer']), 'html')
 * ```
 */
export async function writeReport(
  report: Report,
  format: ReportFormat,
  options: { readonly failOn?: FailOn; readonly source?: string } = {},
): Promise<string> {
  switch (format) {
    case 'html':
      // The build puts the page beside the folders of all modules.
      return fillPage(await readFile(new URL('../report.html', import.meta.url), 'utf8'), report)
    case 'junit':
      return (await import('./junit.ts')).toJunit(report, options.failOn ?? 'broken')
    case 'sarif':
      return (await import('./sarif.ts')).toSarif(report, options.source)
    case 'md':
      return (await import('./markdown.ts')).toMarkdown(report)
  }
}

/** Bytes kept of each stream: a page with every byte of a tool that prints megabytes opens in no browser. */
const MAX_BYTES = 128 * 1024

const PLACE = '<!--report-->'

export function fillPage(page: string, report: Report): string {
  const [before, after, ...more] = page.split(PLACE)
  if (after === undefined || more.length > 0) throw new Error('The page has no place for a report.')
  const runs = report.runs.map((run) => ({
    ...run,
    stdout: keepEnd(run.stdout),
    stderr: keepEnd(run.stderr),
  }))
  const data = toScriptText({ ...report, runs })
  return `${before}<script type="application/json" id="report">${data}</script>${after}`
}

function keepEnd(recorded: RecordedBytes): RecordedBytes {
  const { text, base64 } = recorded
  const bytes = base64 === null ? Buffer.from(text, 'utf8') : Buffer.from(base64, 'base64')
  if (bytes.length <= MAX_BYTES) return recorded
  return recordBytes(bytes.subarray(-MAX_BYTES), recorded.bytes, true)
}
