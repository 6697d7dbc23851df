import { describe, expect, it } from 'vitest'

import { defineCli } from '../declare/cli.ts'
import { defineCommand } from '../declare/command.ts'
import { s } from '../../schema/index.ts'
import { runCli } from '../../testing/index.ts'

const act = defineCommand({
  description: 'Acts',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Done', NOT_FOUND: 'Gone' },
  errors: { gone: 'NOT_FOUND', helpful: { exit: 'NOT_FOUND', suggestion: 'Look again.' } },
  timeoutMs: 50,
  args: { how: s.string() },
  options: { size: s.enum(['small', 'large']).optional(), count: s.integer().optional() },
  run: async ({ args, fail }) => {
    if (args.how === 'gone' || args.how === 'helpful') return fail(args.how, 'It is gone.')
    if (args.how === 'crash') throw new TypeError('x')
    await new Promise((resolve) => setTimeout(resolve, 500))
    return {}
  },
})
const tool = (dialect: string) =>
  defineCli({ name: 'acme', version: '1.0.0', description: 'Acts', dialect, commands: { act } })

async function suggestion(argv: readonly string[], dialect = 'td'): Promise<string | undefined> {
  const { outcome } = await runCli(tool(dialect), argv, { unchecked: true })
  return outcome.error?.suggestion
}

describe('a tool whose dialect demands suggestions', () => {
  it.each([
    [['act'], 'Call again with <how>; see acme act --help.'],
    [['act', 'x', '--size', 'huge'], 'Use small or large for --size.'],
    [['act', 'x', '--size'], 'Give --size a value; see acme act --help.'],
    [['act', 'x', '--count', 'many'], 'Give --count a whole number.'],
    [['act', 'x', '--colour', 'y'], 'Leave out --colour, or see acme act --help.'],
    [['act', 'x', 'y z'], "Leave out 'y z', or see acme act --help."],
    [['act', 'x', '--cursor', '!'], 'Call again without --cursor.'],
    [['act', 'gone'], 'See acme act --help.'],
    [['act', 'crash'], 'Call again with --debug to see the cause.'],
    [['act', 'slow'], 'Check what was done before you call again.'],
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

it('makes up no suggestion in other dialects', async () => {
  expect(await suggestion(['act', 'gone'], 'spec-1.6')).toBeUndefined()
})
