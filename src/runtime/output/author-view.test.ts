import { describe, expect, it } from 'vitest'

import { runCli } from '../../testing/index.ts'
import { s } from '../../schema/index.ts'
import { defineCli } from '../declare/cli.ts'
import { defineCommand } from '../declare/command.ts'

const rows = [
  { name: 'logs', zone: 'a' },
  { name: 'media', zone: 'b' },
]
const common = {
  description: 'Lists volumes',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The volumes are listed' },
  output: s.array(s.object({ name: s.string(), zone: s.string() })),
  run: () => rows,
} as const

const cli = defineCli({
  name: 'acme',
  version: '1.0.0',
  description: 'Manages volumes',
  commands: {
    viewed: defineCommand({ ...common, view: (data) => data.map(({ name }) => ({ name })) }),
    worded: defineCommand({ ...common, text: (data) => `${data.length} volumes` }),
    broken: defineCommand({
      ...common,
      view: () => {
        throw new Error('no view today')
      },
    }),
  },
})

describe('what an author shows of an answer', () => {
  it('gives people and flat formats the view', async () => {
    const { stdout } = await runCli(cli, ['viewed', '--output', 'tsv'])
    expect(stdout).toBe('name\nlogs\nmedia\n')
  })

  it('leaves data formats alone', async () => {
    const { outcome } = await runCli(cli, ['viewed', '--output', 'json'])
    expect(outcome.data).toEqual(rows)
    const { stdout } = await runCli(cli, ['worded', '--output', 'jsonl'])
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(rows)
  })

  it('writes the text for plain and nothing else', async () => {
    const { stdout } = await runCli(cli, ['worded', '--output', 'plain'])
    expect(stdout).toBe('2 volumes\n')
  })

  it('keeps the answer when the view throws, and says so on stderr', async () => {
    const { stdout, stderr, exit } = await runCli(cli, ['broken', '--output', 'tsv'])
    expect(stdout).toBe('name\tzone\nlogs\ta\nmedia\tb\n')
    expect(stderr).toContain('no view today')
    expect(exit).toBe(0)
  })
})
