import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { JsonValue } from '../../contract/index.ts'
import { runCli } from '../../testing/index.ts'
import { defineCli, defineCommand } from '../index.ts'

interface Answer {
  readonly data: JsonValue
  readonly warnings: readonly string[]
  readonly details?: JsonValue
}

function tool({ data, warnings, details }: Answer) {
  const command = defineCommand({
    description: 'Answers',
    danger: 'safe',
    exitCodes: { SUCCESS: 'Answered', CONFLICT: 'Taken' },
    errors: { TAKEN: 'CONFLICT' },
    run: ({ warn, fail }) => {
      for (const warning of warnings) warn(warning)
      if (details !== undefined) fail('TAKEN', 'taken', { details: { details } })
      return data
    },
  })
  return defineCli({
    name: 'acme',
    version: '1.0.0',
    description: 'Acme',
    commands: { do: command },
  })
}

const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonValue)
const answers = fc.record(
  {
    data: fc.oneof(json, fc.array(json, { minLength: 20, maxLength: 60 }), fc.string()),
    warnings: fc.array(fc.string({ maxLength: 300 }), { maxLength: 10 }),
    details: json,
  },
  { requiredKeys: ['data', 'warnings'] },
)

async function bytesOf(answer: Answer, argv: readonly string[], cap: number): Promise<number> {
  const { stdout } = await runCli(tool(answer), ['do', ...argv], {
    env: { ACME_MAX_OUTPUT_BYTES: String(cap) },
  })
  return Buffer.byteLength(stdout)
}

describe('REQ-F-052: an answer of any content', () => {
  test.each([
    [['--format', 'json']],
    [['--format', 'json', '--envelope', 'claw-1.0']],
    [['--format', 'yaml', '--full-output']],
    [['--format', 'jsonl']],
    [['--format', 'md']],
  ])('with %j is never larger than its limit or the least envelope', async (argv) => {
    await fc.assert(
      fc.asyncProperty(answers, fc.integer({ min: 300, max: 4000 }), async (answer, cap) => {
        const bytes = await bytesOf(answer, argv, cap)
        if (bytes > cap) expect(bytes).toBeLessThanOrEqual((await bytesOf(answer, argv, 1)) + 8)
      }),
      { numRuns: 40 },
    )
  })

  test('is not cut below the limit', async () => {
    const data = { rows: Array.from({ length: 900 }, (_, id) => ({ id })) }
    const bytes = await bytesOf({ data, warnings: ['w'] }, [], 0)
    // The duration may have one digit more.
    expect(await bytesOf({ data, warnings: ['w'] }, [], bytes + 3)).toBeGreaterThan(bytes - 4)
  })
})
