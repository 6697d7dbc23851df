import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import type { Report, ReportFormat } from '../../../conformance/index.ts'
import type { InputProblem } from '../../../runtime/index.ts'
import { REPORT_FILES, writeReport } from './load-conformance.ts'

/** The options of `surety check` about report files. */
export interface ReportOptions {
  readonly report: readonly ReportFormat[]
  /** The nth file belongs to the nth report. */
  readonly reportFile: readonly string[]
  readonly failOn: 'broken' | 'not-shown' | 'never'
}

/** Makes the folders of the files, before the tool is run for a minute in vain. */
export async function prepareReportFiles(options: ReportOptions): Promise<void> {
  for (const { file } of filesOf(options)) await mkdir(dirname(file), { recursive: true })
}

/** Writes the report files and lists them. */
export async function writeReportFiles(
  report: Report,
  options: ReportOptions,
): Promise<readonly { readonly format: string; readonly file: string }[]> {
  const files = filesOf(options)
  for (const { format, file } of files) {
    await writeFile(file, await writeReport(report, format, { failOn: options.failOn }))
  }
  return files
}

/** Finds files without a report, and files that two reports would share. */
export function reportFileProblems(options: ReportOptions): readonly InputProblem[] {
  const files = filesOf(options).map(({ file }) => file)
  const surplus = options.reportFile.slice(options.report.length)
  const twice = files.filter((file, index) => files.indexOf(file) < index)
  const problem = (value: string, message: string): InputProblem => ({
    param: '--report-file',
    code: 'INVALID_VALUE',
    message: `--report-file ${value}: ${message}`,
    value,
  })
  return [
    ...surplus.map((file) => problem(file, 'there is no --report for it.')),
    ...twice.map((file) => problem(file, 'two reports cannot share a file.')),
  ]
}

function filesOf({ report, reportFile }: ReportOptions) {
  return report.map((format, index) => ({
    format,
    file: reportFile[index] ?? REPORT_FILES[format],
  }))
}
