import type { FailOn } from './fail-on.ts'
import type { Report } from '../report.ts'

/** How a report is written. */
export interface WriteReportOptions {
  /** What fails a pipeline; `junit` shows it as a failure. Default `broken`. */
  readonly failOn?: FailOn
}

/** The kinds of report files, each with the name of the file that is written by default. */
export const REPORT_FILES = {
  html: 'surety-report.html',
  junit: 'surety-report.xml',
  sarif: 'surety-report.sarif',
  md: 'surety-report.md',
} as const
/** A kind of report file. */
export type ReportFormat = keyof typeof REPORT_FILES

/**
 * Writes a report as the text of a file.
 *
 * @example
 * ```ts
 * import { checkTool, writeReport } from 'surety/conformance'
 *
 * const page = await writeReport(await checkTool(['./deployer']), 'html')
 * ```
 */
export async function writeReport(
  report: Report,
  format: ReportFormat,
  options: WriteReportOptions = {},
): Promise<string> {
  switch (format) {
    case 'html':
      return (await import('./html.ts')).toHtml(report)
    case 'junit':
      return (await import('./junit.ts')).toJunit(report, options.failOn ?? 'broken')
    case 'sarif':
      return (await import('./sarif.ts')).toSarif(report)
    case 'md':
      return (await import('./markdown.ts')).toMarkdown(report)
  }
}
