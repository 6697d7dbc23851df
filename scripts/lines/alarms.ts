import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sh } from '../../src/client/sh.ts'
import untuned from '../../tests/lines/untuned-lines.json' with { type: 'json' }

/** What a line did, and what `surety sh` says of it. */
interface Ran {
  readonly line: string
  readonly exit: number | null
  readonly isKnown: boolean
  readonly alarm?: string
  readonly stderr: string
}

/**
 * Runs compound lines of strangers, which the rule was not made from, in a folder of their own, and prints how often
 * `surety sh` speaks of a hidden failure, and how often that is wrong: `npm run alarms`. A person judged the alarms; one
 * that nobody judged is printed. The script runs itself again behind bwrap: nothing but the folder can be written, and
 * there is no network.
 */
const [folder] = process.argv.slice(2)

const LOCKER = 'bwrap'

if (folder === undefined) {
  const own = mkdtempSync(join(tmpdir(), 'surety-alarms-'))
  const options = `--unshare-all --die-with-parent --new-session --cap-drop ALL --ro-bind / / --dev /dev --proc /proc --bind ${own} ${own} --setenv TMPDIR ${own} --setenv HOME ${own} --`
  const again = [process.execPath, ...process.execArgv, import.meta.filename, own]
  const words = [...options.split(' '), ...again]
  const { status } = spawnSync(LOCKER, words, { stdio: 'inherit' })
  spawnSync('chmod', ['-R', 'u+rwX', own])
  rmSync(own, { recursive: true, force: true })
  process.exitCode = status ?? 1
} else await runLines(folder)

async function runLines(at: string) {
  const { lines, judged, wrong } = untuned
  const ran: Ran[] = []
  // A line may take the rights of its folder away, so each has its own.
  for (const [index, line] of lines.entries()) ran.push(await runLine(line, join(at, `${index}`)))
  const known = ran.filter(({ isKnown }) => isKnown)
  const alarms = known.filter(({ alarm }) => alarm !== undefined)
  const has = (list: readonly number[]) => (each: Ran) => list.includes(lines.indexOf(each.line))
  const unseen = alarms.filter((each) => !has(judged)(each))
  for (const { line, alarm, stderr } of unseen)
    console.log(
      `not judged: ${JSON.stringify(line)}\n    ${alarm}\n    ${JSON.stringify(stderr.slice(0, 200))}`,
    )
  const ended = known.filter(({ exit }) => exit === 0).length
  const bad = alarms.filter(has(wrong)).length
  console.log(`${lines.length} lines, ${known.length} with known parts, ${ended} ended with 0`)
  console.log(`${alarms.length} alarms, ${unseen.length} of them not judged`)
  console.log(`${bad} wrong alarms, ${((100 * bad) / known.length).toFixed(2)}% of the lines`)
  process.exitCode = (bad + unseen.length) / known.length <= 0.01 ? 0 : 1
}

async function runLine(line: string, cwd: string): Promise<Ran> {
  fill(cwd)
  const { outcome, hidden, parts, stderr } = await sh(line, { cwd, timeoutMs: 5000 })
  const text = Buffer.from(stderr).toString()
  return {
    line,
    exit: outcome.process?.exit_code ?? null,
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
