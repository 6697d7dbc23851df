import { oneLine } from '@surety/internal/visible-text.ts'
import { gotOf, type Finding, type Report } from '../report.ts'

/** Comments of the large code hosts hold 65,536 characters. */
const MAX_CHARACTERS = 60_000
const MAX_FIELD = 2000

/** Writes a comment for a pull request: what is new, each in six lines. Nothing new is no text at all. */
export function toMarkdown(report: Report): string {
  const { tool, summary, level, preset, failed_reads: failed } = report
  const fresh = report.findings.filter(
    ({ status, severity, known }) => status === 'broken' && severity !== 'note' && !known,
  )
  if (fresh.length + failed.length === 0) return ''
  const counts = [
    `${fresh.length} new`,
    `${summary.known} known`,
    `${summary.kept} passed`,
    `${summary.not_shown} not judged`,
  ]
  const head = [
    `### surety check: ${inline([tool.name, tool.version ?? ''].join(' ').trim())}`,
    `${counts.join(', ')} (preset ${preset}${tool.dialect === null ? '' : `, ${code(tool.dialect)}`}, level ${level.reached} of ${level.asked})`,
    ...failed.map(
      ({ call, says }) => `Not judged: the read ${code(call)} ended with ${inline(says)}`,
    ),
  ].join('\n\n')
  let text = `${head}\n`
  for (const [index, finding] of fresh.entries()) {
    const block = `\n${section(finding, report)}\n`
    if (text.length + block.length > MAX_CHARACTERS) {
      const rest = fresh.length - index
      return `${text}\n${rest} more ${rest === 1 ? 'finding does' : 'findings do'} not fit here.\n`
    }
    text += block
  }
  return text
}

function section(finding: Finding, report: Report): string {
  const { check, severity, title, fix, reproduce } = finding
  return [
    `**${severity === 'error' ? 'FAIL' : 'WARN'}** ${code(check)}`,
    ...(reproduce === null ? [] : [`- ran: ${code(cut(reproduce))}`]),
    `- got: ${inline(cut(gotOf(finding, report)))}`,
    `- want: ${inline(title)}`,
    `- fix: ${inline(cut(fix))}`,
    `- accept: ${code(`${check}: "why it may stay"`)} under ${code('accept')} in the profile`,
  ].join('\n')
}

function cut(text: string): string {
  return text.length > MAX_FIELD ? `${text.slice(0, MAX_FIELD)}…` : text
}

function code(text: string): string {
  // A span cannot be empty.
  const line = oneLine(text).replaceAll('|', '\\|') || ' '
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = /^`|`$/.test(line) ? ' ' : ''
  return `${fence}${pad}${line}${pad}${fence}`
}

/** Text of a tool never becomes markup, a link, a mention or a reference: the code hosts look for these last. */
function inline(text: string): string {
  return oneLine(text)
    .replaceAll(/[\\`*_[\]<>|~!&]/g, (char) => `\\${char}`)
    .replaceAll(/@(?=\w)|#(?=\d)|\b(?:https?|ftp)(?=:)|\bwww(?=\.)/gi, (mark) => `${mark}&#8203;`)
}
