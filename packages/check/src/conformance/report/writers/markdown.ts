import { oneLine, visibleText, wellFormed } from '@surety/internal/visible-text.ts'
import { byNeed, partText, TOPICS, type Finding, type Report, type RunRecord } from '../report.ts'

/** Comments of the large code hosts hold 65,536 characters. */
const MAX_CHARACTERS = 60_000
const MAX_OUTPUT = 1200
const MAX_RUNS = 3

export function toMarkdown(report: Report): string {
  const { tool, summary, level } = report
  const part = partText(report)
  const reached = level.reached === 0 ? 'no level' : `level ${level.reached}`
  const head = [
    `## ${inline(tool.name)}${part === undefined ? ` reaches ${reached} of ${level.asked}` : `: ${part}`}`,
    '',
    '| Broken | Not shown | Kept | Does not apply |',
    '| ---: | ---: | ---: | ---: |',
    `| ${summary.broken} | ${summary.not_shown} | ${summary.kept} | ${summary.left_out} |`,
    '',
    `Checked ${code(tool.command.join(' '))}${tool.version === null ? '' : ` ${inline(tool.version)}`} ` +
      `against ${tool.dialect === null ? 'no dialect' : code(tool.dialect)} in ${(report.duration_ms / 1000).toFixed(1)} s.`,
    '',
    '',
  ].join('\n')
  const kept = report.findings
    .filter(({ status }) => status === 'kept')
    .map((each) => `- ${inline(each.title)} (${code(each.check)}): ${inline(each.summary)}`)
  const leftOut = report.left_out.map((each) => `- ${inline(each.title)}: ${inline(each.reason)}`)
  const advice = (report.advice ?? []).map((each) => `- ${inline(each)}`)
  const tail =
    folded('For the author', advice.join('\n')) +
    folded(`Kept (${kept.length})`, kept.join('\n')) +
    folded('Does not apply', leftOut.join('\n'))
  return fit(head, [...brokenSections(report), ...needSections(report)], tail)
}

/** Leaves out the last findings rather than the end of a sentence. */
function fit(head: string, blocks: readonly string[], tail: string): string {
  let text = head
  for (const [index, block] of blocks.entries()) {
    if (text.length + block.length > MAX_CHARACTERS) {
      const rest = blocks.length - index
      return `${text}\n${rest} more ${rest === 1 ? 'finding does' : 'findings do'} not fit here; the HTML report has all of them.\n`
    }
    text += block
  }
  return text.length + tail.length > MAX_CHARACTERS ? text : text + tail
}

function brokenSections(report: Report): readonly string[] {
  const broken = report.findings.filter(({ status }) => status === 'broken')
  return broken.map(
    (finding, index) => `${index === 0 ? '### Broken\n\n' : ''}${section(finding, report)}\n`,
  )
}

/** What is not shown, by what would show it: one line in a profile often shows many. */
function needSections(report: Report): readonly string[] {
  return byNeed(report.findings).map(({ needs, findings }, index) => {
    const heading = index === 0 ? '### Not shown\n\n' : ''
    const runs = findings.flatMap((finding) => proofs(finding, report)).slice(0, MAX_RUNS)
    return [
      `${heading}**Needs:** ${inline(needs)}`,
      '',
      `For ${findings.map(({ check }) => code(check)).join(', ')}`,
      '',
      folded(
        findings.length === 1 ? '1 promise' : `${findings.length} promises`,
        [...findings.map(promiseLine), ...(runs.length === 0 ? [] : ['', ...runs])].join('\n'),
      ),
    ].join('\n')
  })
}

function promiseLine(finding: Finding): string {
  return `- ${inline(finding.title)} (${code(finding.check)}, level ${finding.level}): ${inline(finding.summary)}`
}

function proofs(finding: Finding, report: Report): readonly string[] {
  return finding.evidence.flatMap(({ run, says }) => {
    const record = report.runs.find(({ id }) => id === run)
    return record === undefined ? [] : [proof(says, record)]
  })
}

function section(finding: Finding, report: Report): string {
  const { check, level, topic, requirements } = finding
  const about = [code(check), `level ${level}`, TOPICS[topic], ...requirements.map(inline)]
  const runs = proofs(finding, report).slice(0, MAX_RUNS)
  return [
    `#### ${inline(finding.title)}`,
    '',
    about.join(' · '),
    '',
    inline(finding.summary),
    '',
    `**Why:** ${inline(finding.why)}`,
    '',
    `**Fix:** ${inline(finding.fix)}`,
    '',
    folded(`Proof (${finding.evidence.length})`, runs.join('\n\n')),
  ].join('\n')
}

function proof(says: string, run: RunRecord): string {
  const end =
    run.exit_code === null
      ? (run.ended_by ?? run.stopped ?? 'not started')
      : `exit ${run.exit_code}`
  return [
    `${inline(says)} (${end})`,
    '',
    fenced(visibleText(run.command, '\n'), 'sh'),
    ...(run.stdout.text === '' ? [] : ['', 'stdout:', '', fenced(shown(run.stdout.text))]),
    ...(run.stderr.text === '' ? [] : ['', 'stderr:', '', fenced(shown(run.stderr.text))]),
  ].join('\n')
}

function shown(text: string): string {
  const lines = visibleText(text.trimEnd(), '\n\t')
  if (lines.length <= MAX_OUTPUT) return lines
  return `${wellFormed(lines.slice(0, MAX_OUTPUT))}\n... ${lines.length - MAX_OUTPUT} more characters`
}

function folded(summary: string, body: string): string {
  return body === '' ? '' : `<details><summary>${summary}</summary>\n\n${body}\n\n</details>\n\n`
}

/** A fence is longer than every run of backticks inside it. */
function fenced(text: string, language = 'text'): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

function code(text: string): string {
  // A span cannot be empty.
  const line = oneLine(text).replaceAll('|', '\\|') || ' '
  const fence = '`'.repeat(longestRun(line) + 1)
  const pad = /^`|`$/.test(line) ? ' ' : ''
  return `${fence}${pad}${line}${pad}${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}

/** Text of a tool never becomes markup, a link, a mention or a reference: the code hosts look for these last. */
function inline(text: string): string {
  return oneLine(text)
    .replaceAll(/[\\`*_[\]<>|~!&]/g, (char) => `\\${char}`)
    .replaceAll(/@(?=\w)|#(?=\d)|\b(?:https?|ftp)(?=:)|\bwww(?=\.)/gi, (mark) => `${mark}&#8203;`)
}
