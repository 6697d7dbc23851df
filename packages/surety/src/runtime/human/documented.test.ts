import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { fail, succeed } from '../../contract/index.ts'
import { renderHuman } from './render-human.ts'

const page = readFileSync(
  new URL('../../../../../docs/framework/output.md', import.meta.url),
  'utf8',
)
const examples = [
  ...page.matchAll(/^```json outcome\n([\s\S]*?)\n```\n\n```text\n([\s\S]*?)\n```$/gm),
].map(([, input = '', text = '']) => ({ input, text, first: text.split('\n')[0] }))

it.each(examples)('the page shows the real output: $first', ({ input, text }) => {
  const parts = JSON.parse(input) as Parameters<typeof fail>[0] & Parameters<typeof succeed>[0]
  const outcome = 'error' in parts ? fail(parts) : succeed(parts)
  const { stdout, stderr } = renderHuman(outcome, { columns: 80, commandPath: 'ship deploys list' })
  // The next failure at the terminal begins after a line.
  expect(stdout + stderr).toBe(outcome.ok ? `${text}\n` : `${text}\n\n`)
})

it('the page has examples of a result and of failures', () => {
  expect(examples.length).toBeGreaterThanOrEqual(3)
})
