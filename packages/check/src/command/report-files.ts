import { statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

import type { InputProblem } from 'surety/unstable/runtime'
import { REPORT_FILES, writeReport, type Report, type ReportFormat } from '../conformance/index.ts'
import { given } from '@surety/internal/given.ts'
import { makeFolder } from '@surety/internal/own-folder.ts'

export interface ReportOptions {
  readonly report: readonly ReportFormat[]
  /** The nth file belongs to the nth report. */
  readonly reportFile: readonly string[]
  readonly failOn: 'broken' | 'not-shown' | 'never'
  readonly source?: string | undefined
}

/** Makes the folders of the files, before the tool is run for a minute in vain. */
export function planReportFiles(options: ReportOptions) {
  // Absolute, because the tool may remove the folder that we are in.
  const files = filesOf(options).map((each) => ({ ...each, path: resolve(each.file) }))
  for (const { path } of files) makeFolder(dirname(path))
  return files
}

export async function writeReportFiles(
  report: Report,
  files: ReturnType<typeof planReportFiles>,
  { failOn, source }: Pick<ReportOptions, 'failOn' | 'source'>,
) {
  const written: { readonly format: string; readonly file: string }[] = []
  const problems: string[] = []
  for (const { format, file, path } of files) {
    const text = await writeReport(report, format, { failOn, ...given({ source }) })
    try {
      // The tool may have removed it.
      makeFolder(dirname(path))
      await writeFile(path, text)
      written.push({ format, file })
    } catch (error) {
      problems.push(`${file} (${(error as NodeJS.ErrnoException).code ?? String(error)})`)
    }
  }
  return { written, problems }
}

export function reportFileProblems(options: ReportOptions): readonly InputProblem[] {
  const files = filesOf(options).map(({ file }) => file)
  const surplus = options.reportFile.slice(options.report.length)
  const twice = files.filter((file, index) => files.indexOf(file) < index)
  const problem = (value: string, why: string): InputProblem => {
    const message = `--report-file ${value}: ${why}`
    return { param: '--report-file', code: 'INVALID_VALUE', message, value }
  }
  return [
    ...surplus.map((file) => problem(file, 'there is no --report for it.')),
    ...twice.map((file) => problem(file, 'two reports cannot share a file.')),
    ...files.filter(isFolder).map((file) => problem(file, 'that is a folder.')),
  ]
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
}

function filesOf({ report, reportFile }: ReportOptions) {
  return report.map((format, at) => ({ format, file: reportFile[at] ?? REPORT_FILES[format] }))
}
