import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { quoteWords } from '@surety/internal/quote-words.ts'
import { parseCommandLine, toolOf } from './command-line.ts'

const tool = { program: ['node', './bin/tool.mjs'], name: 'tool' }

describe('parseCommandLine', () => {
  test.each([
    ['tool users add', ['node', './bin/tool.mjs', 'users', 'add']],
    ['node ./bin/tool.mjs users', ['node', './bin/tool.mjs', 'users']],
    [`tool add 'a b' "c d"`, ['node', './bin/tool.mjs', 'add', 'a b', 'c d']],
  ])('recognises the tool itself in: %s', (text, argv) => {
    expect(parseCommandLine(text, tool)).toEqual({ argv, elsewhere: false })
  })

  test.each([
    'node evil.mjs',
    '/tmp/tool users',
    './tool',
    'toolx a',
    'sudo tool a',
    'env tool',
    'node -e 1',
  ])('recognises another program in: %s', (text) => {
    expect(parseCommandLine(text, tool)).toMatchObject({ elsewhere: true })
  })

  test.each([
    '',
    '   ',
    'tool a; b',
    'tool a | b',
    'tool $(b)',
    'tool `b`',
    'tool > f',
    'tool a\nb',
    'tool "',
    'A=1 tool',
    'tool a\0b',
    '# tool',
  ])('refuses to read %j', (text) => {
    expect(parseCommandLine(text, tool)).toBeUndefined()
  })

  test('keeps every argument unchanged', () => {
    const words = fc.array(fc.string({ unit: 'grapheme' }).filter((word) => !word.includes('\0')))
    fc.assert(
      fc.property(words, (args) => {
        expect(parseCommandLine(quoteWords(['tool', ...args]), tool)?.argv).toEqual([
          ...tool.program,
          ...args,
        ])
      }),
    )
  })
})

test.each([
  [['git', 'status'], ['git'], 'git'],
  [['/usr/bin/git', 'status'], ['/usr/bin/git'], 'git'],
  [['node', 'bin/tool.mjs', 'a'], ['node', 'bin/tool.mjs'], 'tool'],
  [['/opt/node', './x.js'], ['/opt/node', './x.js'], 'x'],
  [['node', '-e', '1'], ['node'], 'node'],
  [['node', '--version'], ['node'], 'node'],
  [['python3', 'tools/run.py'], ['python3', 'tools/run.py'], 'run'],
  [['C:/bin/tool.exe', 'a'], ['C:/bin/tool.exe'], 'tool'],
])('finds for %j the program %j', (argv, program, name) => {
  expect(toolOf(argv)).toEqual({ program, name })
})
