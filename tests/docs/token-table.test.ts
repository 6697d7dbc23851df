import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { OWN_ANSWERS } from '../../bench/tokens/own-answers.ts'

test('a page quotes the tokens that bench/tokens counted, all within their goals', () => {
  const counted = readFileSync('bench/results/tokens.md', 'utf8')
  const [, page = ''] = readFileSync('docs/framework/costs.md', 'utf8').split('## Tokens')
  const quoted = page.match(/^\|.*\n/gm) ?? []
  expect(quoted.length).toBeGreaterThan(15)
  for (const row of quoted) expect(counted).toContain(row)
  const limits = [...counted.matchAll(/^\| [^|]+ \| (\d+) \| (\d+) \|$/gm)].slice(0, -4)
  expect(limits.length).toBeGreaterThan(10)
  for (const [row, tokens, goal] of limits)
    expect(Number(tokens), row).toBeLessThanOrEqual(Number(goal))
})

test('a call of every command of ours is counted', () => {
  const asked = spawnSync(process.execPath, ['packages/cli/dist/cli/surety.cjs', 'manifest'], {
    encoding: 'utf8',
  })
  const { commands } = (JSON.parse(asked.stdout) as { data: { commands: object } }).data
  const counted = OWN_ANSWERS.map(({ words }) => words.join(' '))
  expect(Object.keys(commands).length).toBeGreaterThan(25)
  for (const path of Object.keys(commands)) {
    const name = path.replaceAll('.', ' ')
    expect(
      counted.some((line) => line === name || line.startsWith(`${name} `)),
      name,
    ).toBe(true)
  }
})
