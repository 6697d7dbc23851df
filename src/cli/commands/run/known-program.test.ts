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
// Another package has taken the name.
write('node_modules/eslint/package.json', '{"bin":{"other":"x"}}')
write('src/pip.py')

test.each([
  ['npx tsc --noEmit', true],
  ['npx --no-install -- tsc --noEmit', true],
  ['npm exec -- tsc --noEmit', true],
  ['pnpm exec tsc --noEmit', true],
  ['node_modules/.bin/tsc --noEmit', true],
  ['npx tsc --outDir x', false],
  // npm takes these options for its own.
  ['npm exec tsc --noEmit', false],
  ['npx -p other tsc --noEmit', false],
  ['npx tsc@5 --noEmit', false],
  ['npx eslint --version', false],
  ['npx prettier --version', false],
  ['npx ls', false],
  ['npx vitest --version', false],
  ['python3 -m ruff check', true],
  ['python3 -m pip --version', false],
  ['python3 -m json.tool', false],
])('%s is known to read: %s', async (line, reads) => {
  expect((await knownProgram(line.split(' '), inside))?.reads ?? false).toBe(reads)
})
