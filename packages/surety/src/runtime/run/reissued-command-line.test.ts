import { expect, test } from 'vitest'

import { s } from '../../schema/index.ts'
import { runCli } from '../../testing/index.ts'
import { defineCli, defineCommand } from '../index.ts'
import { withoutOptions } from './reissued-command-line.ts'

const ls = defineCommand({
  description: 'Lists numbers',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Listed' },
  list: true,
  options: { kind: s.enum(['odd', 'even ones']).optional(), key: s.string().secret().optional() },
  run: ({ options }) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((n) => n % 2 === (options.kind === 'odd' ? 1 : 0)),
})
const cli = defineCli({ name: 'acme', version: '1.0.0', description: 'Acme', commands: { ls } })

test('repeats the arguments in the hint for the next page, so that its cursor is valid', async () => {
  const tty = { tty: true, columns: 200, env: { TERM: 'dumb' } } as const
  const { stderr } = await runCli(cli, ['ls', '--kind', 'odd', '--limit=2'], tty)
  const line = /next: acme (.*)/.exec(stderr)![1]!
  expect(line).toMatch(/^ls --kind odd --limit=2 --cursor \S+$/)
  const { outcome } = await runCli(cli, line.split(' '))
  expect(outcome.data).toEqual([5, 7])
  const again = await runCli(cli, line.split(' '), tty)
  expect(again.stderr.match(/--cursor/g)).toHaveLength(1)
})

test('quotes arguments in the hint where necessary and redacts secrets', async () => {
  const tty = { tty: true, columns: 200, env: { TERM: 'dumb' } } as const
  const argv = ['ls', '--kind', 'even ones', '--limit', '1', '--key', 'hunter2-hunter2']
  const { stderr } = await runCli(cli, argv, tty)
  expect(stderr).toContain("acme ls --kind 'even ones' --limit 1 --key")
  expect(stderr).not.toContain('hunter2')
})

test('removes options, but not arguments that look like them', () => {
  const argv = ['ls', '--cursor', 'x', '--cursor=y', '--', '--cursor', 'z']
  expect(withoutOptions(argv, ['--cursor'])).toEqual(['ls', '--', '--cursor', 'z'])
})
