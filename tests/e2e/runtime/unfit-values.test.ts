import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { nodeBinary, type Loose } from '../processes/run-program.ts'

const tool = fileURLToPath(new URL('../../bin/unfit-values.mjs', import.meta.url))

/** Calls the tool in each way that takes values as data, and gives the codes of the answers. */
function codesOf(input: Loose): Record<string, string | null> {
  const run = (argv: readonly string[], stdin = ''): Loose => {
    const { stdout } = spawnSync(nodeBinary(), [tool, ...argv], { input: stdin, encoding: 'utf8' })
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as Loose
  }
  const codeOf = ({ error }: Loose): string | null => (error as Loose | null)?.['code'] ?? null
  const line = JSON.stringify({ _cmd: 'echo', ...input })
  const words = Object.entries(input).map(([name, value]) => `--${name}=${JSON.stringify(value)}`)
  const http = run(['http', JSON.stringify(input)])
  return {
    // Text on a command line is never JSON, so only lists and objects say the same there.
    ...('list' in input && { words: codeOf(run(['echo', ...words])) }),
    exec: codeOf(run(['exec', '--ignore-errors'], line)),
    http: codeOf(http['data'] as Loose),
  }
}

test.each<[string, Loose]>([
  ['NUL in a text', { text: 'a\0b' }],
  ['NUL in a list', { list: ['a', 'b\0'] }],
  ['NUL in the name of a member', { list: ['a'], object: { 'a\0': '1' } }],
  ['a lone surrogate in a text', { text: 'a\uD800b' }],
  ['a lone surrogate in a list', { list: ['\uDC00'] }],
  ['an object for a text', { text: { a: 1 } }],
  ['a list for a number', { number: [1] }],
])('%s is refused in the same way everywhere', (_what, input) => {
  const codes = codesOf(input)
  for (const way of Object.keys(codes)) expect(codes).toMatchObject({ [way]: 'INVALID_VALUE' })
})

test('what looks like it is passed on', () => {
  for (const input of [{ text: String.raw`\u0000` }, { list: ['\u{1F600}'] }, { text: 5 }])
    for (const code of Object.values(codesOf(input))) expect(code).toBeNull()
})

test('a command for people is not offered over HTTP, where nobody types', () => {
  const argv = [tool, 'http', '{}', '/person']
  const { stdout } = spawnSync(nodeBinary(), argv, { encoding: 'utf8' })
  expect(JSON.parse(stdout)).toMatchObject({ data: { error: { code: 'UNKNOWN_COMMAND' } } })
})
