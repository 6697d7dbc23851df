import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { brokenLinksOf } from './links.ts'
import { blocksOf, proseOf, readPages } from './pages.ts'
import { parseTranscript } from './transcript.ts'

test('a fenced block has a language, marks, a text and the line where it starts', () => {
  const text = 'Intro\n\n```ts run file=a.ts\nconst a = 1\n```\n'
  expect(blocksOf(text)).toEqual([
    { language: 'ts', marks: ['run', 'file=a.ts'], text: 'const a = 1\n', line: 3 },
  ])
})

test('a longer fence may contain a shorter one', () => {
  const [block] = blocksOf('````md\n```ts\n```\n````\n')
  expect(block?.text).toBe('```ts\n```\n')
})

test('commands start with a dollar sign and own the lines below them', () => {
  expect(parseTranscript('$ echo a\na\n\n$ printf b \\\n> | cat\nb\n')).toEqual([
    { command: 'echo a', output: 'a' },
    { command: 'printf b \\\n| cat', output: 'b' },
  ])
})

test('a shell block without a command is no transcript', () => {
  expect(parseTranscript('npm install\n')).toEqual([])
})

test('a link to a missing file or heading is broken, other links are not', () => {
  const text =
    '[a](nowhere.md) [b](README.md#nowhere) [c](#here) [d](README.md) `[e](code.md)`\n# Here'
  const page = { path: 'CONTRIBUTING.md', text, blocks: [] }
  expect(brokenLinksOf(page)).toEqual(['nowhere.md', 'README.md#nowhere', '#here'])
})

test.each([
  'adapters/README',
  'wrap/README',
  'framework/getting-started',
  'cli/run',
  'cli/sh',
  'cli/batch',
  'conformance/check',
])('%s, where somebody starts, says when not to use it', (page) => {
  const [, said = ''] = readFileSync(`docs/${page}.md`, 'utf8').split(/^## When not to .*$/m)
  expect(said.trim().length).toBeGreaterThan(40)
})

test('the list of pages has every page', () => {
  const listed = readFileSync('docs/README.md', 'utf8')
  const pages = readPages()
    .map(({ path }) => path.replace(/^docs\//, ''))
    .filter(
      (path) => /^\w+\/[\w-]+\.md$/.test(path) && !/^(?:decisions|examples|tests)\//.test(path),
    )
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.filter((path) => !listed.includes(`(${path})`))).toEqual([])
})

/** The prose of README and pages: no code, no tables, no headings, and of links what is read. */
const prose = readPages()
  .filter(({ path }) => path === 'README.md' || /^docs\/(?!decisions\/)/.test(path))
  .map(({ text }) => proseOf(text.replaceAll(/`[^`\n]+`/g, 'code')))
  .map((text) => text.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/^\s*(?:[|#]|<!--).*$/gm, ''))

test('half of all sentences have at most 15 words, nine of ten at most 25', () => {
  const lengths = prose
    .flatMap((text) => text.split(/\n\s*\n|^\s*(?:-|\d\.) |[.!?:](?=\s)/m))
    .map((sentence) => sentence.split(/\s+/).filter(Boolean).length)
    .filter((words) => words > 0)
    .toSorted((one, other) => one - other)
  expect(lengths.length).toBeGreaterThan(800)
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(15)
  expect(lengths[Math.floor(lengths.length * 0.9)]).toBeLessThanOrEqual(25)
})

test('eight words of the house are explained where they are new, and the others are not used', () => {
  const all = prose.join('\n')
  const house = 'envelope dialect outcome verdict description profile level probe'.split(' ')
  const unexplained = house.filter((word) => !new RegExp(`\\*${word}s?\\*`).test(all))
  expect(unexplained).toEqual([])
  expect(all.match(/\b(?:generations?|settles|vouch\w*)\b/gi) ?? []).toEqual([])
})
