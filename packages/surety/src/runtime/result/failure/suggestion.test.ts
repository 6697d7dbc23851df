import { describe, expect, it } from 'vitest'

import { defineCli } from '../../declare/cli.ts'
import { defineCommand } from '../../declare/command.ts'
import { defineGroup } from '../../declare/command-tree.ts'
import { s } from '../../../schema/index.ts'
import { runCli } from '../../../testing/index.ts'

const ls = defineCommand({
  description: 'Lists',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Done' },
  list: true,
  run: () => [],
})

const act = defineCommand({
  description: 'Acts',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Done', NOT_FOUND: 'Gone' },
  errors: { GONE: 'NOT_FOUND', HELPFUL: { exit: 'NOT_FOUND', suggestion: 'Look again.' } },
  args: { how: s.string().mistakes('manner') },
  options: {
    size: s.enum(['small', 'large']).optional().mistakes('length', 'bodySize'),
    count: s.integer().optional(),
  },
  run: ({ args, fail }) => {
    if (args.how === 'gone') return fail('GONE', 'It is gone.')
    if (args.how === 'helpful') return fail('HELPFUL', 'It is gone.')
    if (args.how === 'crash') throw new TypeError('x')
    return {}
  },
})
const wait = defineCommand({
  description: 'Waits',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Done' },
  timeoutMs: 20,
  run: () => new Promise<object>((resolve) => setTimeout(() => resolve({}), 10_000).unref()),
})
const paint = defineCommand({
  description: 'Paints',
  danger: 'safe',
  args: { colour: s.enum(['red', 'blue']) },
  options: { by: s.string().optional() },
  validate: ({ options }) =>
    options.by === 'Ada' ? [{ param: '--by', code: 'INVALID_VALUE', message: 'Ada rests.' }] : [],
  run: () => ({}),
})
const notes = defineGroup({ description: 'Notes', commands: { add: ls, drop: ls } })
const tool = (dialect: string) =>
  defineCli({
    name: 'acme',
    version: '1.0.0',
    description: 'Acts',
    dialect,
    commands: { act, ls, wait, paint, notes },
  })

async function suggestion(argv: readonly string[], dialect = 'td') {
  const { outcome } = await runCli(tool(dialect), argv, { unchecked: true })
  return outcome.error?.suggestion
}

describe('a tool of td, whose errors all say what to do next', () => {
  it.each([
    [['act'], 'Usage: acme act [options] <how>'],
    [['paint'], 'Usage: acme paint [options] <colour>, where <colour> is red or blue'],
    [['paint', 'red', '--by', 'Ada'], 'See acme paint --help.'],
    [['notes', 'zzz'], 'See acme notes --help.'],
    [['act', 'x', '--size', 'huge'], 'Use small or large for --size.'],
    [['act', 'x', '--size'], 'Give --size a value; see acme act --help.'],
    [['act', 'x', '--count', 'many'], 'Give --count a whole number.'],
    [
      ['act', 'x', '--colour', 'y'],
      'Leave out --colour. Known options: --size, --count; see acme act --help.',
    ],
    [['act', 'x', '--length', 'small'], 'Did you mean --size?'],
    [['act', 'x', '--body-size=small'], 'Did you mean --size?'],
    [['act', '--manner', 'x'], 'Did you mean --how? Usage: acme act [options] <how>'],
    [['act', 'x', 'y'], 'Leave out y, or quote words that belong together; see acme act --help.'],
    [['act', 'x', 'y z'], "Leave out 'y z', or see acme act --help."],
    [['ls', '--cursor', '!'], 'Call again without --cursor.'],
    [['act', 'gone'], 'See acme act --help.'],
    [['act', 'crash'], 'Call again with --debug to see the cause.'],
    [['wait'], 'Check what was done before you call again.'],
  ])('%j: %s', async (argv, expected) => {
    expect(await suggestion(argv)).toBe(expected)
  })

  it('joins the suggestions for several problems', async () => {
    expect(await suggestion(['act', 'x', '--size', 'huge', '--count', 'many'])).toBe(
      'Use small or large for --size. Give --count a whole number.',
    )
  })

  it('keeps the suggestion of the author', async () => {
    expect(await suggestion(['act', 'helpful'])).toBe('Look again.')
  })
})

it('makes up no suggestion in the default dialect', async () => {
  expect(await suggestion(['act', 'gone'], 'spec-1.0')).toBeUndefined()
})

it.each([
  ['td', 'not_found'],
  ['incur-compact', 'NOT_FOUND'],
  ['spec-1.0', 'NOT_FOUND'],
])('writes an exit without a code in the words of %s: %s', async (dialect, code) => {
  const lose = defineCli({
    name: 'lose',
    dialect,
    danger: 'safe',
    run: ({ failWith }) => failWith('NOT_FOUND', 'It is gone.'),
  })
  const { outcome } = await runCli(lose, ['--json'], { unchecked: true })
  expect(outcome.error?.code).toBe(code)
})
