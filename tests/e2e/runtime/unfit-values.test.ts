import { expect, test } from 'vitest'

import { callTogether, type Loose } from '../processes/run-program.ts'

const call = callTogether('unfit-values.mjs')

/** Calls the tool in each way that takes values as data, and gives the codes of the answers. */
async function codesOf(input: Loose): Promise<Record<string, string | null>> {
  const run = async (argv: readonly string[]): Promise<Loose> => {
    const { stdout } = await call(argv)
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as Loose
  }
  const codeOf = ({ error }: Loose): string | null => (error as Loose | null)?.['code'] ?? null
  const words = Object.entries(input).map(([name, value]) => `--${name}=${JSON.stringify(value)}`)
  const http = await run(['http', JSON.stringify(input)])
  return {
    // Text on a command line is never JSON, so only lists and objects say the same there.
    ...('list' in input && { words: codeOf(await run(['echo', ...words])) }),
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
])('%s is refused in the same way everywhere', async (_what, input) => {
  const codes = await codesOf(input)
  for (const way of Object.keys(codes)) expect(codes).toMatchObject({ [way]: 'INVALID_VALUE' })
})

test('what looks like it is passed on', async () => {
  for (const input of [{ text: String.raw`\u0000` }, { list: ['\u{1F600}'] }, { text: 5 }])
    for (const code of Object.values(await codesOf(input))) expect(code).toBeNull()
})
