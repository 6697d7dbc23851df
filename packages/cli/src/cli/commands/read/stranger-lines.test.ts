import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { whyNoLine } from './known-line.ts'
import strangers from './stranger-lines.json' with { type: 'json' }

const around = realpathSync(mkdtempSync(join(tmpdir(), 'surety-strangers-')))
afterAll(() => rmSync(around, { recursive: true }))
const folder = join(around, 'project')
mkdirSync(join(folder, 'sub'), { recursive: true })
writeFileSync(join(around, 'outside.txt'), 'root:')
for (const name of ['a.txt', 'b.txt', 'sub/c.txt', '-delete', '-o', 'ls', 'x.so'])
  writeFileSync(join(folder, name), 'x\ny\n', { mode: 0o755 })
symlinkSync('/etc', join(folder, 'link'))

const limits = {
  cwd: folder,
  from: folder,
  path: process.env['PATH'] ?? '',
  mayUseNetwork: false,
  mayLeave: false,
}

/** All that is in the folder, with contents, rights and times of change. */
function state(): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const facts = names
    .filter((name) => !name.startsWith('link/'))
    .map((name) => {
      const path = join(folder, name)
      const { mode, mtimeMs } = statSync(path)
      return [name, mode, mtimeMs, statSync(path).isFile() ? readFileSync(path, 'utf8') : '']
    })
  return JSON.stringify(facts)
}

/** Lines that run, because they only read; each was looked at. */
const HARMLESS: readonly string[] = ['ls | xargs']

it('refuses the lines of somebody who tries to get around the rules, or they do nothing', async () => {
  expect(strangers.length).toBeGreaterThanOrEqual(300)
  const before = state()
  const accepted: string[] = []
  for (const line of strangers) {
    const found = await whyNoLine(line, limits)
    if ('code' in found) continue
    accepted.push(line)
    const [program = '', ...words] = found.words
    const { stdout } = spawnSync(program, words, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: join(folder, 'sub') },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 5000,
      encoding: 'utf8',
    })
    expect(stdout, line).not.toContain('root:')
    expect(state(), line).toBe(before)
  }
  expect(accepted).toEqual(HARMLESS)
}, 120_000)
