import { groupBy } from '@surety/internal/group-by.ts'
import { oneLine } from '@surety/internal/visible-text.ts'
import { PERMISSIONS, RULES, type Finding } from '../../../replay/index.ts'
import { wrapTo, type Screen } from 'surety/unstable/human'
import type { ShownReplay } from './lean-report.ts'

/** Shows a replay to a person: the sum first, then what was found, by session. */
export function replayText(shown: ShownReplay, screen: Screen): string {
  const { paint, glyphs } = screen
  const { calls, sessions, files, from, to, findings = [], more = 0, reports = [] } = shown
  const dates = from === null || to === null ? [] : [`${from.slice(0, 10)} to ${to.slice(0, 10)}`]
  const head = [
    paint.bold(counted(calls, 'call')),
    counted(sessions, 'session'),
    counted(files, 'file'),
    ...dates,
  ]
  return [
    head.join(` ${glyphs.dot} `),
    '',
    ...sumLines(shown, screen),
    ...findingLines(findings, screen),
    ...(more > 0
      ? ['', paint.dim(`${counted(more, 'more finding')}: --all, or --report html`)]
      : []),
    ...reports.map(({ format, file }) => `${paint.dim(format)} ${oneLine(file)}`),
  ].join('\n')
}

function sumLines(shown: ShownReplay, screen: Screen): readonly string[] {
  const { found, output, permission, undescribed = [], undescribed_calls: unknown, calls } = shown
  const { paint } = screen
  const titles = new Map(RULES.map(({ id, title }) => [id, title]))
  const row = (count: number, text: string) => {
    const number = String(count).padStart(7)
    return `${count > 0 ? paint.bold(number) : paint.dim(number)}  ${text}`
  }
  const share = percent(output.could_go, output.characters)
  const names = undescribed.map(({ name, calls: count }) => `${oneLine(name)} ${count}`).join(', ')
  const keys = Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[]
  return [
    ...Object.entries(found).map(([rule, count]) => row(count, titles.get(rule) ?? rule)),
    row(output.could_go, `characters of ${output.characters} that a short form leaves out${share}`),
    row(unknown, `calls of programs without a description${names === '' ? '' : `: ${names}`}`),
    '',
    paint.dim('How many calls would ask, if nothing is allowed yet:'),
    ...keys.map((key) =>
      row(permission[key], `${PERMISSIONS[key]}${percent(permission[key], calls)}`),
    ),
  ]
}

function findingLines(findings: readonly Finding[], screen: Screen): readonly string[] {
  const { paint } = screen
  const sessions = groupBy(findings, ({ session }) => session)
  return [...sessions].flatMap(([session, own]) => [
    '',
    paint.bold(`Session ${oneLine(session)}`),
    ...own.flatMap(({ call, command, says, time }) => {
      const when = time === null ? '' : `${time.slice(0, 16).replace('T', ' ')}  `
      return [
        `  ${paint.dim(`#${call} ${when}`)}${oneLine(command)}`,
        ...wrapTo(oneLine(says), screen.columns - 6).map((line) => `      ${paint.yellow(line)}`),
      ]
    }),
  ])
}

function percent(part: number, whole: number): string {
  return whole === 0 || part === 0 ? '' : ` (${Math.round((100 * part) / whole)}%)`
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
