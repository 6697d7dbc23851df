import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

const PROGRAM = fileURLToPath(new URL('judging-cost.ts', import.meta.url))
/** A line, how often judging it may look at files, and how many functions it may call. */
const LINES: readonly (readonly [string, number, number])[] = [
  ['ls -la 2>&1 | head -20', 22, 720],
  ['gh issue list --repo a/b --state open 2>&1 | head -20', 29, 1000],
  ['gh issue view 12 --repo a/b --json title,body,labels | jq .title && ls', 32, 1210],
  ['cat a.txt | grep -i "some words" | sort | head -5; ls -la src 2>/dev/null', 36, 1575],
]

it('judges a line with few looks at files and few calls', () => {
  const argv = ['--import', 'tsx', PROGRAM, ...LINES.map(([line]) => line)]
  const costs = JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' })) as {
    refused: boolean
    looks: number
    opens: number
    calls: number
  }[]
  expect(costs).toHaveLength(LINES.length)
  for (const [at, [line, looks, calls]] of LINES.entries()) {
    const cost = costs[at]!
    // What is known of a program is read once.
    expect([line, cost.refused, cost.opens]).toEqual([line, false, 0])
    expect(cost.looks, line).toBeLessThanOrEqual(looks)
    expect(cost.calls, line).toBeLessThanOrEqual(calls)
    expect(cost.calls, line).toBeGreaterThan(50)
  }
})
