import { readFile } from 'node:fs/promises'

import { toScriptText } from '@surety/internal/json/json-text.ts'
import type { PageData, ReplayReport } from '../replay-report.ts'
import { RULES } from '../rules/registry.ts'
import { toMarkdown } from './markdown.ts'

/** Writes a report as the text of a file; with `isShared` nothing but counts is in it. */
export async function writeReplay(
  report: ReplayReport,
  format: 'html' | 'md',
  isShared = false,
): Promise<string> {
  const shown = isShared ? countsOf(report) : report
  if (format === 'md') return toMarkdown(shown)
  // The build puts the page beside the folders of all modules.
  const page = await readFile(new URL('../replay.html', import.meta.url), 'utf8')
  const titles = Object.fromEntries(RULES.map(({ id, title }) => [id, title]))
  const data: PageData = { ...shown, titles }
  const script = `<script type="application/json" id="replay">${toScriptText(data)}</script>`
  return page.replace('<!--replay-->', () => script)
}

/** Takes out whatever tells who did what: names, places, commands. */
function countsOf(report: ReplayReport): ReplayReport {
  const day = (time: string | null) => time?.slice(0, 10) ?? null
  const none = { cut: [], undescribed: [], asking: [], skipped: [], by_session: [], findings: [] }
  return { ...report, ...none, from: day(report.from), to: day(report.to), more: 0 }
}
