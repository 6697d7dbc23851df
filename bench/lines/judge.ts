// Judges the recorded lines by several rules, and writes one table. Usage: npx tsx bench/lines/judge.ts [frames.ndjson] [--wrong]
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { judgeLine, parseLine, readStatuses } from '../../packages/client/src/shell/index.ts'

interface End {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
  readonly statuses: string
}
interface Frame {
  readonly typed: string
  readonly truth: 'fail' | 'ok' | 'shown' | 'kept'
  readonly good: End
  readonly bad: End
}

const named = process.argv.slice(2).find((word) => !word.startsWith('-'))
const file = named ?? fileURLToPath(new URL('frames.ndjson', import.meta.url))
const frames = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((row) => JSON.parse(row) as Frame)

/** How the parts of the last pipeline ended, with their names. */
function lastPipeline({ typed }: Frame, end: End) {
  const line = parseLine(typed)
  const last = 'why' in line ? undefined : line.statements.at(-1)?.pipelines.at(-1)
  const told = readStatuses(end.statuses).findLast(({ at }) => at === last?.pos)
  const names =
    last?.parts.map((part) => (part.kind === 'simple' ? (part.words[0]?.text ?? '') : '')) ?? []
  return (told?.exits ?? [end.exit]).map((exit, at) => ({ exit, name: names[at] ?? '' }))
}

const ANSWERS = /^(?:grep|diff|test|\[|which|pgrep)$/
const REGEX = /^(?:error|fatal|Traceback|.*\b(?:Error|Exception): |FAILED|npm ERR!)/m

/** Each says whether a line worked; null if it does not know. */
const JUDGES: Readonly<Record<string, (frame: Frame, end: End) => boolean | null>> = {
  "bash's exit": (_, { exit }) => exit === 0,
  pipefail: (frame, end) =>
    end.exit === 0 && lastPipeline(frame, end).every(({ exit }) => exit === 0),
  'PIPESTATUS without 141': (frame, end) =>
    lastPipeline(frame, end).every(({ exit }) => exit === 0 || exit === 141),
  'PIPESTATUS in ten lines': (frame, end) =>
    lastPipeline(frame, end).every(
      ({ exit, name }) => exit === 0 || exit === 141 || (exit === 1 && ANSWERS.test(name)),
    ),
  'a pattern on the output': (_, { exit, stdout, stderr }) =>
    exit === 0 && !REGEX.test(`${stdout}\n${stderr}`),
  'judgeLine, output and exit': ({ typed }, { exit, stdout, stderr }) =>
    judgeLine({ line: typed, exit, output: `${stdout}\n${stderr}` }).ok,
  'judgeLine, with statuses': ({ typed }, { exit, stdout, stderr, statuses }) =>
    judgeLine({ line: typed, exit, stdout, stderr, statuses }).ok,
}

const isWrongAsked = process.argv.includes('--wrong')
const rows = Object.entries(JUDGES).map(([name, judge]) => {
  let [failed, fine, seen, alarms, unknown, right] = [0, 0, 0, 0, 0, 0]
  for (const frame of frames) {
    const verdicts = (['good', 'bad'] as const).map((kind) => {
      const isBad = kind === 'bad' && frame.truth === 'fail'
      const ok = judge(frame, frame[kind])
      const isRight = isBad ? ok === false : ok !== false
      failed += Number(isBad)
      fine += Number(!isBad)
      seen += Number(isBad && ok === false)
      alarms += Number(!isBad && ok === false)
      unknown += Number(ok === null)
      if (
        isWrongAsked &&
        name.startsWith('judgeLine') &&
        (!isRight || (ok === null && name.endsWith('statuses')))
      ) {
        const { exit, stdout, stderr, statuses } = frame[kind]
        console.log(
          isBad ? 'UNSEEN' : isRight ? 'null' : 'ALARM',
          kind,
          ok,
          frame.typed,
          '##',
          frame.truth,
        )
        console.log(
          '     ',
          JSON.stringify({ exit, statuses, out: stdout.slice(-150), err: stderr.slice(-200) }),
        )
        const { note } = judgeLine({ line: frame.typed, ...frame[kind] })
        if (note) console.log('     ', note)
      }
      return isRight
    })
    right += Number(verdicts.every(Boolean))
  }
  const share = (part: number, all: number) => `${((100 * part) / all).toFixed(1)}%`
  return `| ${name} | ${seen} of ${failed} (${share(seen, failed)}) | ${alarms} of ${fine} | ${unknown} | ${share(right, frames.length)} |`
})
const table = [
  `${frames.length} lines, each in a good and a bad project. Seen: failures told as such. Alarms: good ends told as failures.`,
  '',
  '| Rule | Seen | False alarms | Unknown | Lines right in both |',
  '| --- | --: | --: | --: | --: |',
  ...rows,
].join('\n')
console.log(table)
if (process.argv.length === 2)
  writeFileSync(fileURLToPath(new URL('../results/lines.md', import.meta.url)), `${table}\n`)
