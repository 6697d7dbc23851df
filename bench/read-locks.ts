/**
 * What the second lock of `surety read` costs: a program with and without it, in turns.
 * Run with `npx tsx bench/read-locks.ts`; the result is in bench/results/read-locks.json.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'

import { callFilter } from '../packages/internal/src/process/kernel-lock/call-filter.ts'
import { runLocked } from '../packages/internal/src/process/kernel-lock/run-locked.ts'
import { runProcess } from '../packages/internal/src/process/run-process.ts'

const ROUNDS = 200
const folder = mkdtempSync(join(tmpdir(), 'read-locks-'))
const cwd = process.cwd()
const filter = join(folder, 'filter')
writeFileSync(filter, callFilter(process.arch)!)

/** The words that the lock puts before those of a program. */
async function lockedWords(words: readonly string[]): Promise<readonly string[]> {
  let argv: readonly string[] = []
  const wishes = {
    locker: '/usr/bin/bwrap',
    platform: process.platform,
    processor: process.arch,
    usesNetwork: false,
    folders: [],
    cwd,
  }
  const request = {
    argv: words,
    env: process.env,
    cwd,
    timeoutMs: 5000,
    graceMs: 0,
    drainMs: 0,
    maxBytes: 1000,
  }
  const end = await runLocked(request, wishes, (asked) => {
    argv = asked.argv
    return runProcess(asked)
  })
  if (!end.isHeld) throw new Error(end.why)
  return argv
}

const [status, nothing] = [openSync('/dev/null', 'w'), openSync('/dev/null', 'r')]

/** Milliseconds of one call. The locker does not wait for its child, so its processor time cannot be asked. */
function cost([program = '', ...words]: readonly string[]): number {
  const bytes = openSync(filter, 'r')
  const start = process.hrtime.bigint()
  spawnSync(program, words, { cwd, stdio: [nothing, 'ignore', 'ignore', bytes, status] })
  const end = process.hrtime.bigint()
  closeSync(bytes)
  return Number(end - start) / 1e6
}

/** The share of calls that were least disturbed by others on the machine. */
const calm = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)]!

const found: Record<string, { plain_ms: number; locked_ms: number; more_ms: number }> = {}
for (const words of [['/bin/true'], ['git', 'status', '--short'], ['ls', '-la']]) {
  const locked = await lockedWords(words)
  const rounds = Array.from({ length: ROUNDS }, () => [cost(words), cost(locked)] as const)
  const [plain, held] = [calm(rounds.map(([a]) => a)), calm(rounds.map(([, b]) => b))]
  const shown = (ms: number) => Math.round(ms * 10) / 10
  found[words.join(' ')] = {
    plain_ms: shown(plain),
    locked_ms: shown(held),
    more_ms: shown(held - plain),
  }
}
rmSync(folder, { recursive: true })
const file = new URL('results/read-locks.json', import.meta.url)
writeFileSync(
  file,
  `${JSON.stringify({ rounds: ROUNDS, load: loadavg()[0], ...found }, null, 2)}\n`,
)
process.stdout.write(`${JSON.stringify(found, null, 2)}\n`)
