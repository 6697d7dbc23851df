import * as commander14 from 'commander'
import * as commander15 from 'commander-15'
import { describe, expect, it } from 'vitest'

import { readCommander } from './commander-engine.ts'

/** Has commander refuse words, and returns what the adapter makes of it. */
async function refusal(
  { Argument, Command, InvalidArgumentError, Option }: typeof commander14,
  words: readonly string[],
): Promise<unknown> {
  const program = new Command('acme')
  program
    .command('add')
    .addArgument(new Argument('<size>').choices(['s', 'm']))
    .addArgument(
      new Argument('[n]').argParser(() => {
        throw new InvalidArgumentError('Not a number.')
      }),
    )
    .requiredOption('--title <text>')
    .addOption(new Option('--zone <zone>').choices(['a', 'b']))
    .addOption(new Option('-q, --quiet').conflicts('title'))
    .action(() => {})
  const foreign = readCommander(program, 'acme')
  return foreign.invoke(words).then(
    () => null,
    (error: unknown) => foreign.classify(error),
  )
}

describe.each([
  ['14', commander14],
  ['15', commander15],
])('words that commander %s refuses', (_version, commander) => {
  it.each([
    [['add', 's'], { code: 'MISSING_ARGUMENT', param: '--title' }],
    [['add', '--title', 'x'], { code: 'MISSING_ARGUMENT', param: '<size>' }],
    [['add', 's', '--title'], { code: 'MISSING_VALUE', param: '--title' }],
    [
      ['add', 's', '--title', 'x', '--zne'],
      { code: 'UNKNOWN_FLAG', param: '--zne', suggestion: '--zone' },
    ],
    [['ad'], { code: 'UNKNOWN_COMMAND', param: 'ad', suggestion: 'add' }],
    [
      ['add', 'x', '--title', 'x'],
      { code: 'INVALID_CHOICE', param: '<size>', value: 'x', allowed: ['s', 'm'] },
    ],
    [
      ['add', 's', '--title', 'x', '--zone', 'c'],
      { code: 'INVALID_CHOICE', param: '--zone', value: 'c', allowed: ['a', 'b'] },
    ],
    [['add', 's', 'x', '--title', 'x'], { code: 'INVALID_VALUE', param: '<n>', value: 'x' }],
    [['add', 's', '--title', 'x', '-q'], { code: 'CONFLICTING_OPTIONS', param: '--quiet' }],
  ])('%j are refused by code and parameter', async (words, problem) => {
    expect(await refusal(commander, words)).toMatchObject({ kind: 'refused', problem })
  })
})
