import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, describe, expect, test } from 'vitest'

import { isInstalled } from '@surety/internal/process/installed.suite.ts'
import { knownEnd } from './known-end.ts'
import { FAILURES } from './known-failures.table.ts'
import { DISTANT, READS } from './known-programs.table.ts'
import { knownCallOf } from './ready-calls.ts'
import { TRAPS } from './traps.table.ts'

/** Splits a line; single quotes hold blanks together. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word)
}

test.each(TRAPS)('is not called a read: %s', async (line) => {
  const known = await knownCallOf(wordsOf(line))
  expect(known?.effect).toMatch(/^(?:change|unknown)$/)
})

test.each([...DISTANT, ...READS])('is called a read: %s', async (line) => {
  expect(await knownCallOf(wordsOf(line))).toMatchObject({ effect: 'read' })
})

const folder = mkdtempSync(join(tmpdir(), 'surety-known-'))
/** Where programs keep caches of their own. */
const home = mkdtempSync(join(tmpdir(), 'surety-known-home-'))
afterAll(() => [folder, home].map((each) => rmSync(each, { recursive: true, force: true })))

/** `npm run test:programs` installs all of them; slow ones, which others install, are run there alone. */
const IS_WHOLE = process.env['SURETY_TEST_PROGRAMS'] === 'all'
const SLOW =
  /^(?:apt|aws|az|cargo|composer|black|eslint|ffmpeg|ffprobe|gcloud|go|jest|mvn|mypy|pip|podman|pnpm|prettier|pytest|tsc|vitest|yarn|yq)\b/
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const PATH = [
  join(root, 'build/programs/node_modules/.bin'),
  join(root, 'node_modules/.bin'),
  process.env['PATH'],
].join(delimiter)
/** No program asks a network; aws would look for credentials on it. */
const env = {
  PATH,
  HOME: home,
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup'),
  GOPROXY: 'off',
  GOFLAGS: '-mod=mod',
  AWS_EC2_METADATA_DISABLED: 'true',
}

/** A `test` for a line whose program must be on this machine; the line names it. */
function testOf(line: string) {
  const [program = ''] = wordsOf(line)
  return test.runIf(IS_WHOLE || isInstalled(program, PATH))
}
const isQuick = (line: string): boolean => IS_WHOLE || !SLOW.test(line)

function run([program = '', ...words]: readonly string[]) {
  return spawnSync(program, words, {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 100_000,
    input: '',
  })
}

/** Everything in the folder with its content; the index of git is refreshed by reads. */
function picture(): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const parts = names.flatMap((name) => {
    const path = join(folder, name)
    if (/\.git\/(?:index|FETCH_HEAD)$/.test(path) || !lstatSync(path).isFile()) return [name]
    return [name, createHash('sha256').update(readFileSync(path)).digest('hex')]
  })
  return parts.join('\n')
}

/**
 * Folders in which programs keep what may be deleted at any time. `.npm` is the cache of npm with its logs; svn writes its
 * default settings into `.subversion` when it first runs, whatever it is asked.
 */
const KEPT = /^(?:\.cache|\.local(?:$|\/state)|\.npm|\.subversion)(?:\/|$)/

/** Everything in the home but caches and state, with size and time. */
function homePicture(): readonly string[] {
  return readdirSync(home, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    if (KEPT.test(name)) return []
    const stats = lstatSync(join(home, name))
    return [stats.isDirectory() ? `${name}/` : `${name} ${stats.size} ${stats.mtimeMs}`]
  })
}

describe('reads change nothing', () => {
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...words], {
      cwd: folder,
      env,
    })
  writeFileSync(join(folder, 'a.txt'), 'one:1\ntwo:2\n')
  // Without the samples of hooks, which every picture would read.
  git('init', '--quiet', '--template=')
  git('add', '.')
  git('commit', '--quiet', '-m', '1')
  writeFileSync(join(folder, 'a.txt'), 'one:1\ntwo:3\n')
  git('commit', '--quiet', '-am', '2')
  git('config', 'user.name', 'A')
  git('config', 'user.email', 'a@b')
  for (const [name, text] of Object.entries({
    'b.txt': 'other\n',
    'a.json': '{"a":1}',
    'package.json': '{"name":"x","version":"1.0.0","scripts":{"test":"touch ran"}}',
    'a.js': '1',
    'a.c': 'int main(void){return 0;}\n',
    'tsconfig.json': '{"compilerOptions":{"lib":["es5"],"types":[]},"files":["bad.ts"]}',
    'bad.ts': 'export const a: number = "x"\n',
    'bad.js': 'if (x = 2) {;}\n',
    'syntax.js': 'let = (',
    'eslint.config.js': "module.exports=[{rules:{'no-cond-assign':'error'}}]",
    'a.test.js': "test('a', () => { expect(1).toBe(2) })\n",
    'go.mod': 'module x\ngo 1.19\n',
    'main.go': 'package main\nfunc main() { y }\n',
  }))
    writeFileSync(join(folder, name), text)
  execFileSync('tar', ['-cf', 'a.tar', 'a.txt'], { cwd: folder })
  const before = picture()

  for (const line of READS.filter(isQuick))
    testOf(line)(line, async () => {
      const words = wordsOf(line)
      expect(await knownCallOf(words)).toMatchObject({ effect: 'read', repeatable: true })
      const atHome = homePicture()
      expect(run(words).error).toBeUndefined()
      expect(picture()).toBe(before)
      expect(homePicture().filter((each) => !atHome.includes(each))).toEqual([])
    })
})

describe('failures of the real programs', () => {
  for (const [line = '', expected = '', shown = ''] of FAILURES.filter(([each = '']) =>
    isQuick(each),
  ))
    testOf(line)(`${line}: ${expected}`, async () => {
      const words = wordsOf(line)
      const known = (await knownCallOf(words))!
      writeFileSync(join(folder, 'bad.c'), 'int main(void){return x;}\n')
      const { status, stdout, stderr } = run(words)
      const end = knownEnd(known, { exit: status ?? 1, stdout, stderr })
      const said = `${status}: ${stdout}${stderr}`
      expect(end.failure?.code ?? (end.answer === undefined ? '-' : `= ${end.answer}`), said).toBe(
        expected,
      )
      if (shown !== '-') expect(end.line, said).toContain(shown)
    })
})
