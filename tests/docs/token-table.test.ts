import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

test('a page quotes the tokens that bench/tokens counted, all within their goals', () => {
  const counted = readFileSync('bench/results/tokens.md', 'utf8')
  const tables = counted.match(/(?:^\|.*\n)+/gm) ?? []
  expect(tables).toHaveLength(2)
  for (const table of tables)
    expect(readFileSync('docs/contract/tokens.md', 'utf8')).toContain(table)
  const limits = [...counted.matchAll(/^\| [^|]+ \| (\d+) \| (\d+) \|$/gm)].slice(0, -4)
  expect(limits.length).toBeGreaterThan(10)
  for (const [row, tokens, goal] of limits)
    expect(Number(tokens), row).toBeLessThanOrEqual(Number(goal))
})
