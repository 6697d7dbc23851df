import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The processor time of many calls in one process with `exec`, and of as many processes with one call each;
 * the latter from a sample, because a thousand starts take minutes.
 */
const program = fileURLToPath(new URL('../tests/bin/hello.mjs', import.meta.url))
const env = { PATH: process.env['PATH'] ?? '' }
const CALLS = 1000
const STARTS = 20

const single = seconds(() => {
  for (let start = 0; start < STARTS; start += 1) run(['hello', 'Ada'])
})
const start = single / STARTS
const input = `${JSON.stringify({ _cmd: 'hello', name: 'Ada' })}\n`.repeat(CALLS)
const many = seconds(() => {
  const { stdout } = run(['exec'], input)
  if (stdout.split('\n').length !== CALLS + 1) throw new Error('a call was not answered')
})
const report = {
  node: process.version,
  calls: CALLS,
  cpu_ms: {
    one_start: round(start * 1000),
    exec: round(many * 1000),
    exec_per_call: round(((many - start) * 1000) / CALLS),
    as_many_starts: round(start * 1000 * CALLS),
  },
  times_less: Math.round((start * CALLS) / many),
}
writeFileSync(new URL('results/exec.json', import.meta.url), `${JSON.stringify(report, null, 2)}\n`)
process.stdout.write(`${JSON.stringify(report)}\n`)

function run(argv: readonly string[], stdin = ''): { stdout: string } {
  const { stdout, status } = spawnSync(process.execPath, [program, ...argv], {
    input: stdin,
    env,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`exit ${status}`)
  return { stdout }
}

/** Measures the processor time of the processes that the work starts. */
function seconds(work: () => void): number {
  const before = childTime()
  work()
  return childTime() - before
}

function childTime(): number {
  // The kernel counts the time of children that have ended.
  const [, text = ''] = spawnSync('sh', ['-c', `cat /proc/${process.pid}/stat`], {
    encoding: 'utf8',
  }).stdout.split(') ')
  const fields = text.split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
