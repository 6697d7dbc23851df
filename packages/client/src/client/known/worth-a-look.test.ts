import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'

import { missedOf } from './missed-note.ts'
import signs from './missed-signs.json' with { type: 'json' }
import { isWorthALook } from './worth-a-look.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-look-'))
afterAll(() => rmSync(folder, { recursive: true }))
const rows = (count: number) => '1\tOPEN\tA title\n'.repeat(count)

test.each([
  ['ls -la', 'a\nb\n', 0],
  ['npm test 2>&1 | tail -5', ' Tests  4 passed (4)\n', 0],
  ['cd src && grep -rn error . | head -40', 'a.ts: error\n'.repeat(40), 0],
  ['gh issue list | cat', rows(29), 0],
  ['gh issue list --json number | jq length', '31\n', 0],
  ['gh issue list --limit 5 --json number', JSON.stringify([1, 2, 3, 4, 5]), 0],
  ['gh pr list --search x --json number', '[]', 0],
  ['gh-axi issue list', rows(30), 0],
  ['ls highlights', 'a.txt\n'.repeat(30), 0],
  ['make | tail -1; ls', 'done\na\n', undefined],
  ['./build | tail -3', 'no\n', 1],
] as const)('nothing needs to be loaded to be silent about %s', (command, output, exit) => {
  expect(isWorthALook({ command, output, exit })).toBe(false)
})

const NAMES = [
  'cargo test',
  'cmake --build x',
  'docker build .',
  'podman compose up -d',
  'eslint .',
  'gcc a.c',
  'git push origin main',
  'gh issue list',
  '/usr/bin/gh issue list',
  '(gh label list)',
  'gh pr create --head x',
  'glab mr list',
  'go test ./...',
  'helm list',
  'kubectl apply -f a.yaml',
  'npm search x',
  'npm publish',
  'npx jest',
  'pip3 install x',
  'pytest -q',
  'python -m pytest',
  'terraform plan',
  'uv sync',
  'ls',
  'cat log',
]
const WORDS = [
  'test result: FAILED. 1 passed; 1 failed',
  'error: could not compile `x`',
  'CMake Error at CMakeLists.txt:1',
  'make[1]: *** [all] Error 1',
  'Error response from daemon: no',
  'ERROR: failed to solve: x',
  '✖ 3 problems (1 error, 2 warnings)',
  'a.c:1:2: error: expected',
  'fatal: no',
  '--- FAIL: TestX (0.00s)',
  'Tests:       1 failed, 2 passed, 3 total',
  'npm error code E404',
  '==== 1 failed in 0.2s ====',
  'a.ts(1,7): error TS2322: x',
  'ERROR: No matching distribution found for x',
  'Traceback (most recent call last):',
  '│ Error: Invalid',
  '  × No solution found',
  'Tests  1 failed | 3 passed (4)',
  'Version 1.0.0 published',
  '!12\ta/b!12\tA title',
  'NAME  STATUS',
  'fine',
]
const line = fc
  .tuple(
    fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(' | ', '; ', ' && ', ' & ', '\n', ' 2>&1 | '),
    fc.constantFrom('', ' | tail -5', ' | jq length', '; echo done', ' || true'),
  )
  .map(([names, joint, end]) => `${names.join(joint)}${end}`)
const output = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join('\n')),
  fc
    .tuple(fc.constantFrom(...WORDS), fc.constantFrom(9, 10, 20, 21, 30, 31, 50, 256))
    .map(([word, count]) => `${word}\n`.repeat(count)),
  fc.constantFrom('30', '256\n', '31', JSON.stringify(Array.from({ length: 30 }, () => 1))),
  fc.constantFrom('[a]\n'.repeat(30), '[{"a":1}]\n'.repeat(50)),
)

test('it keeps nothing back that would have been said', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(
      line,
      output,
      fc.constantFrom(0, 0, 1, undefined),
      async (command, text, exit) => {
        const ended = { command, output: text, exit }
        if ((await missedOf(ended, folder)) === undefined) return
        told += 1
        expect(isWorthALook(ended)).toBe(true)
      },
    ),
    { numRuns: 1500 },
  )
  expect(told).toBeGreaterThan(5)
})

test('whatever fits a sign of a failure has the text that is searched for first', () => {
  for (const { has, pattern } of signs.failed) {
    expect(has.length).toBeGreaterThan(3)
    // Generators know no words that must not follow.
    const plain = pattern.replaceAll(/\(\?![^)]*\)|\\b/g, '')
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(plain, 'u')), (text) => text.includes(has)),
      { numRuns: 60 },
    )
  }
})
