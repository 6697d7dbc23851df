// What the hook after commands costs, in processor time, against a start of Node that does nothing; and the mean over
// the calls of published runs, which bench/lists/axi.mjs counted by what they load.
// Usage: npx tsx bench/note.ts [rounds], after npm run build; writes bench/results/note.json.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import axi from './results/axi-notes.json' with { type: 'json' }

const ROUNDS = Number(process.argv[2] ?? 15)
/** Starts in a row: the shell tells processor time to the millisecond. */
const STARTS = 8
const GOAL = 1.3

const surety = fileURLToPath(new URL('../packages/cli/dist/cli/surety.cjs', import.meta.url))
const results = fileURLToPath(new URL('results/note.json', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'surety-note-'))
const empty = join(folder, 'empty.cjs')
writeFileSync(empty, '')

const rows = (count: number) => '1\tOPEN\tA title\n'.repeat(count)
/** Commands with nothing to tell, as most have, in the form in which clients hand them over. */
const SILENT: typeof TOLD = {
  ls: { command: 'ls -la', stdout: 'a\nb\n' },
  'git log': { command: 'git log --oneline -5', stdout: 'abc One\n'.repeat(5) },
  'an unknown program': { command: './build --fast', stdout: 'done\n' },
  'a pipe': { command: 'npm test 2>&1 | tail -5', stdout: ' Tests  4 passed (4)\n' },
  'a line of three commands': {
    command: 'cd src && grep -rn error . | head -40',
    stdout: 'a.ts: error\n'.repeat(40),
  },
}
/** Commands with something to tell, for comparison: they load what is known of programs, and of lines. */
const TOLD: Readonly<
  Record<string, { readonly command: string; readonly stdout?: string; readonly error?: string }>
> = {
  'a list that stopped': { command: 'gh label list', stdout: rows(30) },
  'a failure that a pipe hid': {
    command: 'npm test 2>&1 | tail -5',
    stdout: ' Tests  1 failed | 3 passed (4)\n',
  },
  'a list that stopped, counted behind a pipe': {
    command: 'cd src && gh issue list --json number | jq length',
    stdout: '30\n',
  },
  'a change in doubt': {
    command: 'gh pr create --head x --title t --body b',
    error: 'Exit code 1\nPost "https://api.github.com/graphql": context deadline exceeded',
  },
  'the same failure again': { command: 'make', error: 'Exit code 2\nmake: *** No targets.  Stop.' },
}

const TIMED = `
input=$1; starts=$2; shift 2
TIMEFORMAT='%3U %3S'
{ time for ((i = 0; i < starts; i++)); do "$@" < "$input" > /dev/null 2>&1; done; } 2>&3`

function cpuOf(input: string, words: readonly string[]): number {
  const args = ['-c', TIMED, 'timed', input, String(STARTS), process.execPath, ...words]
  const { output } = spawnSync('bash', args, {
    env: { PATH: process.env['PATH'], HOME: folder },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [user = 0, system = 0] = (output[3] ?? '').trim().split(' ').map(Number)
  return ((user + system) * 1000) / STARTS
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
}

const measure = (cases: typeof TOLD) =>
  Object.fromEntries(
    Object.entries(cases).map(([name, { command, stdout, error }]) => {
      const input = join(folder, 'message.json')
      const end = error === undefined ? { tool_response: { stdout } } : { error }
      const message = { tool_name: 'Bash', tool_input: { command }, ...end }
      writeFileSync(input, JSON.stringify(message))
      const [bare, note]: [number[], number[]] = [[], []]
      // One after the other, so that whatever else the machine does slows both.
      for (let round = 0; round < ROUNDS; round += 1) {
        bare.push(cpuOf(input, [empty]))
        note.push(cpuOf(input, [surety, 'hook', 'note', 'claude-code']))
      }
      const ratios = note.map((ms, at) => ms / bare[at]!)
      const row = {
        bare_cpu_ms: Number(median(bare).toFixed(1)),
        note_cpu_ms: Number(median(note).toFixed(1)),
        ratio: Number(median(ratios).toFixed(2)),
      }
      console.log(`${name}: ${row.bare_cpu_ms} ms bare, ${row.note_cpu_ms} ms, ${row.ratio}x`)
      return [name, row]
    }),
  )
const silent = measure(SILENT)
const told = measure(TOLD)
rmSync(folder, { recursive: true })

/** What a call costs follows from what it loads, whether it then says something or not. */
const ratios = {
  hook: median(Object.values(silent).map(({ ratio }) => ratio)),
  descriptions: told['a list that stopped']!.ratio,
  parser: told['a list that stopped, counted behind a pipe']!.ratio,
}
const meanOver = (tally: typeof axi.all) => {
  const sum =
    tally.calls_that_load_the_hook_alone * ratios.hook +
    tally.calls_that_load_descriptions * ratios.descriptions +
    tally.calls_that_load_the_parser * ratios.parser
  return { calls: tally.calls, ratio: Number((sum / tally.calls).toFixed(2)) }
}
const mean = { of_all_runs: meanOver(axi.all), of_runs_with_plain_gh: meanOver(axi.gh) }
console.log(
  `mean: ${mean.of_all_runs.ratio}x over ${mean.of_all_runs.calls} calls, ${mean.of_runs_with_plain_gh.ratio}x in runs with gh`,
)
const report = { node: process.version, silent, told, mean }
writeFileSync(results, `${JSON.stringify(report, null, 2)}\n`)
const isMet = [silent, told, mean]
  .flatMap((each) => Object.values(each))
  .every(({ ratio }) => ratio <= GOAL)
process.exitCode = isMet ? 0 : 1
