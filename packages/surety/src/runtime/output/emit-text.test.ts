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
    summary: defineCommand({ ...common, text: (data) => `${data.length} volumes` }),
    broken: defineCommand({
      ...common,
      view: () => {
        throw new Error('no view today')
      },
    }),
  },
})

describe('the view and text hooks of a command', () => {
  it('writes the view in plain', async () => {
    const { stdout } = await runCli(cli, ['viewed', '--format', 'plain'])
    expect(stdout).toBe('name\nlogs\nmedia\n')
  })

  it('writes the data unchanged in json and jsonl', async () => {
    const { outcome } = await runCli(cli, ['viewed', '--format', 'json'])
    expect(outcome.data).toEqual(rows)
    const { stdout } = await runCli(cli, ['summary', '--format', 'jsonl'])
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(rows)
  })

  it('writes only the text in plain', async () => {
    const { stdout } = await runCli(cli, ['summary', '--format', 'plain'])
    expect(stdout).toBe('2 volumes\n')
  })

  it('writes the data and an error on stderr if the view throws', async () => {
    const { stdout, stderr, exit } = await runCli(cli, ['broken', '--format', 'plain'])
    expect(stdout).toBe('name\tzone\nlogs\ta\nmedia\tb\n')
    expect(stderr).toContain('no view today')
    expect(exit).toBe(0)
  })
})
