import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { knownEnd } from './known-call.ts'
import { FAILURES, READS, TRAPS } from './known-programs.table.ts'
import { knownCallOf } from './ready-calls.ts'

/** Splits a line; single quotes hold blanks together. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word)
}

test.each(TRAPS)('is not called a read: %s', async (line) => {
  const known = await knownCallOf(wordsOf(line))
  expect(known?.effect).toMatch(/^(?:change|unknown)$/)
})

const folder = mkdtempSync(join(tmpdir(), 'surety-known-'))
/** Where programs keep caches of their own. */
const home = mkdtempSync(join(tmpdir(), 'surety-known-home-'))
afterAll(() => [folder, home].map((each) => rmSync(each, { recursive: true, force: true })))

const found = new Map<string, boolean>()
function isThere(program: string): boolean {
  const known =
    found.get(program) ?? spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0
  found.set(program, known)
  return known
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

describe('reads change nothing', () => {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
  }
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
  }))
    writeFileSync(join(folder, name), text)
  if (isThere('tar')) execFileSync('tar', ['-cf', 'a.tar', 'a.txt'], { cwd: folder })
  const before = picture()

  test.each(READS)('%s', async (line) => {
    const words = wordsOf(line)
    expect(await knownCallOf(words)).toMatchObject({ effect: 'read', repeatable: true })
    if (!isThere(words[0]!)) return
    spawnSync(words[0]!, words.slice(1), { cwd: folder, env, timeout: 20_000 })
    expect(picture()).toBe(before)
  })
})

describe('failures of the real programs', () => {
  test.each(FAILURES)('%s: %s', async (line = '', expected = '', shown = '') => {
    const words = wordsOf(line)
    const known = (await knownCallOf(words))!
    if (!isThere(words[0]!)) return
    writeFileSync(join(folder, 'bad.c'), 'int main(void){return x;}\n')
    const { PATH } = process.env
    const env = { PATH, HOME: home, LC_ALL: 'C', GIT_CONFIG_NOSYSTEM: '1' }
    const run = spawnSync(words[0]!, words.slice(1), {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: 20_000,
    })
    const end = knownEnd(known, { exit: run.status ?? 1, stdout: run.stdout, stderr: run.stderr })
    const said = `${run.status}: ${run.stdout}${run.stderr}`
    expect(end.failure?.code ?? (end.answer === undefined ? '-' : `= ${end.answer}`), said).toBe(
      expected,
    )
    if (shown !== '-') expect(end.line, said).toContain(shown)
  })
})
