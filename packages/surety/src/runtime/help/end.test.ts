import { expect, it } from 'vitest'
import { z } from 'zod'

import { s } from '../../schema/index.ts'
import { runCli } from '../../testing/index.ts'
import { defineCli, defineCommand, defineGroup, type CliSource } from '../index.ts'

const helpOf = async (cli: CliSource, ...more: readonly string[]) =>
  (await runCli(cli, ['--help', ...more], { tty: true, columns: 100 })).stdout

it('says what a person types for a value, and how a switch that is on is turned off', async () => {
  const text = await helpOf(
    defineCli({
      name: 'acme',
      danger: 'safe',
      options: {
        since: s.date().optional(),
        wait: s.duration().optional(),
        filter: s.json().optional(),
        size: s.bigint().optional(),
        from: s.string().path().optional(),
        word: s.string().optional(),
        count: s.integer().optional(),
        color: s.boolean().default(true),
        loud: s.boolean().default(false),
        day: z.iso.date().optional(),
        at: z.iso.datetime().optional(),
        page: z.url().optional(),
      },
      run: () => ({}),
    }),
  )
  for (const line of [
    '--since <date>',
    '--wait <duration>',
    '--filter <json>',
    '--size <n>',
    '--from <path>',
    '--word <text>',
    '--count <n>',
    '--color, --no-color',
    '--day <date>',
    '--at <date-time>',
    '--page <url>',
  ])
    expect(text).toContain(line)
  expect(text).not.toContain('--no-loud')
})

it('shows a tool of five lines nothing that it does not declare', async () => {
  const run = () => ({ effect: 'noop' })
  const text = await helpOf(defineCli({ name: 'acme', args: { name: s.string() }, run }))
  expect(text).not.toContain('--idempotency-key')
  const mutating = defineCli({ name: 'acme', danger: 'mutating', run })
  expect(await helpOf(mutating)).not.toMatch(/--idempotency-key|mutating/)
  expect(await helpOf(mutating)).toContain('For agents: acme --help --all')
  expect(await helpOf(mutating, '--all')).toMatch(/mutating[^]*--idempotency-key <text>[^]*--json/)
})

it('shows how a group is called without the word of its usual command, and what a list takes', async () => {
  const run = defineCommand({
    description: 'Runs',
    danger: 'safe',
    args: { file: s.string() },
    options: { by: s.array(s.enum(['day', 'week'])).default(['day', 'week']) },
    run: () => ({}),
  })
  const batch = defineGroup({ description: 'Batches', default: 'run', commands: { run } })
  const cli = defineCli({ name: 'acme', commands: { batch } })
  const { stdout: group } = await runCli(cli, ['batch', '--help'])
  expect(group).toContain('  $ acme batch [options] <file>\n  $ acme batch <command>\n')
  const { stdout: command } = await runCli(cli, ['batch', 'run', '--help'])
  expect(command).toMatch(/--by <day\|week>.*\[default: day, week\]/)
})
