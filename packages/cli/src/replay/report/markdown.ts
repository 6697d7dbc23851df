import { oneLine } from '@surety/internal/visible-text.ts'
import type { ReplayReport } from '../replay-report.ts'
import { PERMISSIONS } from '../rules/permission.ts'
import { RULES } from '../rules/registry.ts'

const MAX_FINDINGS = 200

/** Writes a report as Markdown: the sum first, then by session. */
export function toMarkdown(report: ReplayReport): string {
  const { calls, sessions, files, from, to, found, output, permission } = report
  const dates = from === null || to === null ? '' : `, ${from.slice(0, 10)} to ${to.slice(0, 10)}`
  const keys = Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[]
  const rules = RULES.filter(({ isCounted }) => isCounted !== true)
  return [
    '# What was missed',
    '',
    `${calls} calls in ${sessions} sessions of ${files} files${dates}. Nothing was run; secrets are redacted.`,
    '',
    '| What | Calls |',
    '| --- | ---: |',
    ...rules.map(({ id, title }) => `| ${title} | ${found[id] ?? 0} |`),
    `| characters that agents read | ${output.characters} |`,
    `| of these, a short form leaves out | ${output.could_go} |`,
    ...keys.map((key) => `| ${PERMISSIONS[key]} | ${permission[key]} |`),
    ...named('Programs without a description', report.undescribed),
    ...named('Programs whose calls ask', report.asking),
    ...findingLines(report),
    '',
  ].join('\n')
}

function named(title: string, counts: ReplayReport['undescribed']): readonly string[] {
  if (counts.length === 0) return []
  const rows = counts.slice(0, 20).map(({ name, calls }) => `| ${code(name)} | ${calls} |`)
  return ['', `## ${title}`, '', '| Program | Calls |', '| --- | ---: |', ...rows]
}

function findingLines({ by_session: sessions, findings, more }: ReplayReport): readonly string[] {
  const shown = findings.slice(0, MAX_FINDINGS)
  const left = findings.length - shown.length + more
  const lines = sessions.flatMap(({ session, client, file }) => {
    const own = shown.filter((finding) => finding.session === session)
    if (own.length === 0) return []
    const rows = own.map(({ call, command, says }) => `- #${call} ${code(command)}: ${plain(says)}`)
    return ['', `## ${plain(session)}`, '', `${plain(client)}, ${code(file)}`, '', ...rows]
  })
  return left > 0 ? [...lines, '', `${left} more findings are left out.`] : lines
}

/** Text in which nothing is markup. */
function plain(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_{}[\]()#+!|<>&~]/g, String.raw`\$&`)
}

/** Code on one line, whatever marks it holds. */
function code(text: string): string {
  const line = oneLine(text).replaceAll('|', String.raw`\|`)
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([marks]) => marks.length))
  const fence = '`'.repeat(longest + 1)
  return line.includes('`') ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}
