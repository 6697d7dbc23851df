import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { knownProgram } from './known-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-started-'))
afterAll(() => rmSync(folder, { recursive: true }))
const inside = join(folder, 'src')
const write = (path: string, text = '') => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}
for (const name of ['tsc', 'eslint', 'prettier', 'ls']) write(`node_modules/.bin/${name}`)
write('node_modules/typescript/package.json', '{"bin":{"tsc":"bin/tsc"}}')
write('node_modules/ls/package.json', '{"bin":"ls.js"}')
write('node_modules/eslint/package.json', '{"bin":{"other":"x"}}')
write('src/pip.py')

test.each([
  ['node_modules/.bin/tsc --version', true],
  ['node_modules/.bin/tsc --outDir x', false],
  ['timeout 5 ls', true],
  ['timeout -k 9 5s ls', true],
  ['timeout --preserve-status 5 ls', true],
  ['nice -n 5 ls', true],
  ['env LC_ALL=C ls', true],
  ['env PATH=. ls', false],
  ['sudo ls', false],
  ['xargs ls', false],
  ['timeout 5 npx tsc --version', false],
  // The folder chooses the shell of npm, a file of pnpm that is run, and modules of Python.
  ['npx tsc --version', false],
  ['pnpm exec tsc --version', false],
  ['python3 -m ruff --version', false],
])('%s is known to read: %s', async (line, reads) => {
  expect((await knownProgram(line.split(' '), inside))?.reads ?? false).toBe(reads)
})

test.each([
  ['npx tsc --noEmit', true],
  ['npx --no-install -- tsc --noEmit', true],
  ['npm exec -- tsc --noEmit', true],
  ['pnpm exec tsc --noEmit', true],
  ['node_modules/.bin/tsc --noEmit', true],
  ['timeout 60 tsc --noEmit', true],
  // npm takes these options for its own.
  ['npm exec tsc --noEmit', false],
  ['npx -p other tsc --noEmit', false],
  ['npx tsc@5 --noEmit', false],
  ['npx vitest --version', false],
  // Another package has taken the name.
  ['npx eslint', false],
  ['npx ls', false],
])('the errors of %s are those of tsc: %s', async (line, isTsc) => {
  const known = await knownProgram(line.split(' '), inside)
  const end = await known?.understand(2, { stdout: 'a.ts(1,7): error TS2322: No.', stderr: '' })
  expect(end !== undefined && 'code' in end && end.code === 'TYPE_ERRORS').toBe(isTsc)
})
