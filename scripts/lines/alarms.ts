import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sh } from '../../packages/client/src/client/sh.ts'
import untuned from '../../tests/lines/untuned-lines.json' with { type: 'json' }
import verdicts from './alarm-verdicts.json' with { type: 'json' }

/** Most of the slow ones wait for something that never comes. */
const AT_ONCE = 6

/** What a line did, and what `surety sh` says of it. */
interface Ran {
  readonly line: string
  readonly exit: number | null
  readonly isStopped: boolean
  readonly isKnown: boolean
  readonly alarm?: string
  readonly stderr: string
}

/** How often `surety sh` speaks of a hidden failure, and how often that is wrong. */
export interface Alarms {
  readonly lines: number
  /** Lines that were ended after five seconds: npx waits for a network that is not there. */
  readonly stopped: number
  /** Lines whose parts are known. */
  readonly known: number
  readonly ended: number
  readonly alarms: readonly Ran[]
  /** Those that a person found wrong. */
  readonly wrong: readonly Ran[]
  /** Those that nobody judged; each counts as wrong until somebody does. */
  readonly unjudged: readonly Ran[]
}

/**
 * Runs compound lines of strangers, which the rule was not made from, in a folder of their own. A person judged the
 * alarms, with a reason each: `alarm-verdicts.json`. The file runs itself again behind bwrap: nothing but the folder
 * can be written, and there is no network. With a step, only every such line is run.
 */
export function measureAlarms(step = 1): Alarms {
  const own = mkdtempSync(join(tmpdir(), 'surety-alarms-'))
  const options = `--unshare-all --die-with-parent --new-session --cap-drop ALL --ro-bind / / --dev /dev --proc /proc --bind ${own} ${own} --setenv TMPDIR ${own} --`
  const loader = ['--import', import.meta.resolve('tsx')]
  const again = [process.execPath, ...loader, import.meta.filename, own, `${step}`]
  const { stdout, stderr } = spawnSync('bwrap', [...options.split(' '), ...again], {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  spawnSync('chmod', ['-R', 'u+rwX', own])
  rmSync(own, { recursive: true, force: true })
  if (stdout === '') throw new Error(stderr)
  const ran = JSON.parse(stdout) as readonly Ran[]
  const known = ran.filter(({ isKnown }) => isKnown)
  const alarms = known.filter(({ alarm }) => alarm !== undefined)
  return {
    lines: ran.length,
    stopped: ran.filter(({ isStopped }) => isStopped).length,
    known: known.length,
    ended: known.filter(({ exit }) => exit === 0).length,
    alarms,
    wrong: alarms.filter((each) => verdictOf(each)?.right === false),
    unjudged: alarms.filter((each) => verdictOf(each) === undefined && !isNotStarted(each)),
  }
}

function verdictOf({ line }: Ran) {
  return verdicts.find((verdict) => verdict.line === line)
}

/** A program that is missing is a failure on every machine, and another one is missing on each. */
function isNotStarted({ alarm = '' }: Ran): boolean {
  return /, ended with 12[67](?: |;)/.test(alarm)
}

const [folder, step] = process.argv.slice(2)
if (process.argv[1] === import.meta.filename) {
  if (folder === undefined || folder === '--all') showAlarms(folder === '--all')
  else process.stdout.write(JSON.stringify(await runLines(folder, Number(step))))
}

/** Prints the numbers, and the alarms that nobody judged, or all of them. */
function showAlarms(all: boolean): void {
  const { lines, known, ended, alarms, wrong, unjudged } = measureAlarms()
  for (const each of all ? alarms : unjudged) {
    const { line, alarm, stderr } = each
    const verdict = verdictOf(each)
    const judged = verdict ? `${verdict.right ? 'right' : 'wrong'}: ${verdict.reason}` : 'unjudged'
    console.log(
      `${JSON.stringify(line)}\n    ${alarm}\n    ${JSON.stringify(stderr.slice(0, 200))}\n    ${judged}`,
    )
  }
  console.log(`${lines} lines, ${known} with known parts, ${ended} ended with 0`)
  console.log(`${alarms.length} alarms, ${unjudged.length} of them not judged`)
  console.log(
    `${wrong.length} wrong alarms, ${((100 * wrong.length) / known).toFixed(2)}% of the lines`,
  )
  process.exitCode = (wrong.length + unjudged.length) / known <= 0.01 ? 0 : 1
}

async function runLines(at: string, every: number): Promise<readonly Ran[]> {
  const ran: Ran[] = []
  const left = [...untuned.lines.filter((_, index) => index % every === 0).entries()]
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, line] = next
      // A line may take the rights of its folder away, so each has its own.
      ran[index] = await runLine(line, join(at, `${index}`))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return ran
}

async function runLine(line: string, cwd: string): Promise<Ran> {
  fill(cwd)
  // A home that lines share would change under them.
  const inheritedEnv = { ...process.env, HOME: cwd }
  const { outcome, hidden, parts, stderr } = await sh(line, { cwd, inheritedEnv, timeoutMs: 5000 })
  const text = Buffer.from(stderr).toString()
  return {
    line,
    exit: outcome.process?.exit_code ?? null,
    isStopped: outcome.error?.code === 'TIMEOUT',
    isKnown: parts !== undefined,
    stderr: text,
    ...(hidden && { alarm: outcome.error?.message ?? '' }),
  }
}

/** Files of the names that people use in examples. */
function fill(cwd: string) {
  for (const name of ['dir', 'src', 'test', 'folder', 'dir1', 'dir2', 'path/to/dir', 'tmp'])
    mkdirSync(join(cwd, name), { recursive: true })
  const text = 'one two three\nfoo bar baz 1\nerror: x 2\nfoo,bar,3\n192.168.0.1 GET /\n'
  const names =
    'file file.txt file1 file2 file1.txt file2.txt input.txt data.txt text.txt test.txt a.txt b.txt infile filename myfile foo.txt log.txt access.log app.log error.log data.csv file.csv a.c main.c main.py script.sh README.md index.html notes.txt list.txt in.txt dir/a.txt dir/b.log src/a.c src/b.h test/t.py folder/x.php dir1/x dir2/x'
  for (const name of names.split(' ')) writeFileSync(join(cwd, name), text)
}
