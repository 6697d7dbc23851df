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

const MISSING = "FileNotFoundError: [Errno 2] No such file or directory: 'x'"
const ERRORS = `ERROR: test_a\nTraceback (most recent call last):\n${MISSING}\n\nRan 1 test in 0.1s\n\nFAILED (errors=1)\n`

test.each([
  [
    'rm nope',
    1,
    { stderr: "rm: cannot remove 'nope': No such file or directory\n" },
    'FILE_NOT_FOUND',
    true,
  ],
  [
    'rm a nope',
    1,
    { stderr: "rm: cannot remove 'nope': No such file or directory\n" },
    'FILE_NOT_FOUND',
    undefined,
  ],
  [
    'mkdir d',
    1,
    { stderr: 'mkdir: cannot create directory ‘d’: File exists\n' },
    'FILE_EXISTS',
    true,
  ],
  [
    'mkdir e d',
    1,
    { stderr: 'mkdir: cannot create directory ‘d’: File exists\n' },
    'FILE_EXISTS',
    undefined,
  ],
  [
    'git push origin main',
    128,
    { stderr: "fatal: could not read Username for 'https://x': terminal prompts disabled\n" },
    'AUTH_REQUIRED',
    true,
  ],
  [
    'git fetch --all',
    1,
    { stderr: "fatal: could not read Username for 'https://x': terminal prompts disabled\n" },
    'AUTH_REQUIRED',
    undefined,
  ],
  [
    'python3 -m pytest',
    1,
    { stderr: '/usr/bin/python3: No module named pytest\n' },
    'MODULE_NOT_FOUND',
    true,
  ],
  [
    'pytest',
    1,
    {
      stdout: 'E   SyntaxError: invalid syntax\n!!!! Interrupted: 1 error during collection !!!!\n',
    },
    'COLLECTION_FAILED',
    undefined,
  ],
  [
    'pytest',
    4,
    { stderr: "ImportError while loading conftest '/x/conftest.py'.\n" },
    'COLLECTION_FAILED',
    undefined,
  ],
  ['python3 -m unittest', 1, { stderr: ERRORS }, 'TESTS_FAILED', undefined],
  ['python3 report.py', 1, { stderr: `${MISSING}\n1 of 3 checks failed\n` }, undefined, undefined],
  [
    'python3 report.py',
    1,
    { stderr: 'E PermissionError: denied\n1 failed\n' },
    undefined,
    undefined,
  ],
  [
    'python3 read.py',
    1,
    { stderr: `Traceback (most recent call last):\n${MISSING}\n` },
    'FILE_NOT_FOUND',
    undefined,
  ],
  [
    'grep hello a d',
    2,
    { stdout: 'a:hello\n', stderr: 'grep: d: Is a directory\n' },
    'FOLDERS_SKIPPED',
    undefined,
  ],
  [
    'xargs grep hello',
    123,
    { stdout: 'a:hello\n', stderr: 'grep: d: Is a directory\n' },
    'FOLDERS_SKIPPED',
    undefined,
  ],
  ['grep hello d', 2, { stderr: 'grep: d: Is a directory\n' }, 'IS_A_DIRECTORY', undefined],
] as const)('%s that ends with %i and %j is %s', async (line, exit, printed, code, unchanged) => {
  const known = await knownProgram(line.split(' '), folder)
  const end = await known?.understand(exit, { stdout: '', stderr: '', ...printed })
  expect(
    end !== undefined && 'code' in end ? [end.code, end.unchanged] : [undefined, undefined],
  ).toEqual([code, unchanged])
})
