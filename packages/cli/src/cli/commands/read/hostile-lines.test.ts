import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { READY } from '@surety/client/unstable/programs'
import hostile from './hostile-lines.json' with { type: 'json' }
import strangers from './stranger-lines.json' with { type: 'json' }
import { whyNoLine } from './known-line.ts'

/**
 * Lines by somebody who did not write the judge of lines, as an agent could type them where the network may be read: what
 * one part hands to the next, what programs of one line learn of each other, and options that write, run or look
 * elsewhere. Every program is there, so that none is refused for being absent.
 */
const around = realpathSync(mkdtempSync(join(tmpdir(), 'surety-hostile-lines-')))
afterAll(() => rmSync(around, { recursive: true }))
const [folder, bin] = [join(around, 'project'), join(around, 'bin')]
mkdirSync(join(folder, 'sub/deep'), { recursive: true })
mkdirSync(bin)
writeFileSync(join(around, 'outside.txt'), 'root:')
const files = 'a.txt b.txt sub/c.txt -delete -o ls x.so a.json a.yaml a.db a.tar Makefile'
for (const name of files.split(' ')) writeFileSync(join(folder, name), 'x\ny\n', { mode: 0o755 })
symlinkSync('/etc', join(folder, 'link'))
const git = (...words: readonly string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=b', ...words], { cwd: folder })
git('init', '-q', '.')
git('commit', '-qm', 'x', '--allow-empty')
git('init', '-q', 'sub')
git('-C', 'sub', 'config', 'core.fsmonitor', join(folder, 'ls'))
const described = readdirSync(READY).map((file) => file.split('.')[0]!)
for (const name of [...described, 'fdfind', 'stdbuf', 'ionice', 'nice', 'time']) {
  writeFileSync(join(bin, name), '#!/bin/sh\n')
  chmodSync(join(bin, name), 0o755)
}

const limits = {
  cwd: folder,
  from: folder,
  path: `${process.env['PATH']}:${bin}`,
  mayUseNetwork: true,
  mayLeave: false,
}

it('refuses every one of them, and none for a program that is missing', async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(300)
  expect(hostile.filter((line) => strangers.includes(line))).toEqual([])
  const accepted: string[] = []
  const missing: string[] = []
  for (const line of hostile) {
    const found = await whyNoLine(line, limits)
    if (!('code' in found)) accepted.push(line)
    else if (/There is no program/.test(found.message)) missing.push(line)
  }
  expect({ accepted, missing }).toEqual({ accepted: [], missing: [] })
}, 120_000)

it('starts no bash of the project to find what a pattern stands for', async () => {
  const own = join(folder, 'own')
  mkdirSync(own)
  writeFileSync(join(own, 'bash'), `#!/bin/sh\ntouch ${join(around, 'started')}\n`, { mode: 0o755 })
  const path = `${own}:${limits.path}`
  expect(await whyNoLine('ls *.txt', { ...limits, path })).toMatchObject({
    code: 'NOT_A_KNOWN_READ',
    message: expect.stringContaining("'bash' belongs to the project"),
  })
  expect(existsSync(join(around, 'started'))).toBe(false)
  rmSync(own, { recursive: true })
})

it.each([
  'gh issue list --json title | jq ".[].title"',
  'gh issue list -R a/b --json title --jq ".[].title" | head -3',
  'openssl s_client -connect 127.0.0.1:1 </dev/null 2>/dev/null | openssl x509 -noout -dates',
  'echo x | { curl -s http://127.0.0.1:1; } </dev/null',
  'curl -sG -d q=x -b a=b http://127.0.0.1:1 | jq .',
  'env | sort | head -3',
  'gh api repos/a/b | awk "{print}"',
  'command -v git && command ls',
  'timeout -k 1 5 nice -n 5 ls',
])('still reads %s', async (line) => {
  expect(await whyNoLine(line, limits)).toHaveProperty('words')
})
