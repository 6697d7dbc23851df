import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { ForeignCommand, ForeignOption } from '../model/foreign-program.ts'
import { splitWords } from './split-words.ts'

const option = (name: string, more: Partial<ForeignOption> = {}): ForeignOption => ({
  name,
  spelling: `--${name}`,
  type: 'string',
  ...more,
})
const command = (name: string, more: Partial<ForeignCommand> = {}): ForeignCommand => ({
  name,
  aliases: [],
  description: '',
  isHidden: false,
  positionals: [],
  options: [],
  commands: [],
  isRunnable: true,
  ...more,
})

const root = command('', {
  isRunnable: false,
  options: [option('config')],
  commands: [
    command('add', {
      aliases: ['new'],
      positionals: [
        { name: 'title', isRequired: true, isVariadic: false },
        { name: 'tags', isRequired: false, isVariadic: true },
      ],
      options: [
        option('dryRun', { type: 'boolean' }),
        option('color', { hasOptionalValue: true }),
        option('tag', { type: 'list', isGreedy: true }),
        option('count', { short: 'c' }),
        option('verbose', { short: 'v', type: 'count' }),
        option('sound', { type: 'boolean', isNegatable: true }),
      ],
    }),
    command('run', { passesThrough: true, allowsUnknownOptions: true }),
    command('db:migrate', { allowsExtraWords: true }),
  ],
})
const contractFlags = new Map([
  ['--format', true],
  ['--yes', false],
])
const split = (argv: readonly string[], isData = false) => {
  const { checked, foreign } = splitWords(argv, {
    root,
    contractFlags,
    isData,
  })
  return { checked, foreign }
}

describe('splitting the words of a call', () => {
  it('takes the flags of the contract out and puts the path first', () => {
    expect(split(['--config', 'x', 'new', 'Milk', '--format', 'yaml', '--yes'])).toEqual({
      checked: ['add', '--config=x', 'Milk', '--format', 'yaml', '--yes'],
      foreign: ['--config', 'x', 'new', 'Milk'],
    })
  })

  it('gives our parser long options with one value each, and the program its own words', () => {
    expect(split(['add', 'a', '-vvc5', '--tag', 'x', 'y', '--color', '--no-sound'])).toEqual({
      checked: [
        'add',
        'a',
        '--verbose',
        '--verbose',
        '--count=5',
        '--tag=x',
        '--tag=y',
        '--no-sound',
      ],
      foreign: ['add', 'a', '-v', '-v', '-c', '5', '--tag', 'x', 'y', '--color', '--no-sound'],
    })
  })

  it('leaves a missing value to our parser instead of taking the next option for it', () => {
    expect(split(['add', '--count', '--format', 'json']).checked).toEqual([
      'add',
      '--count',
      '--format',
      'json',
    ])
    expect(split(['add', '--count', '-5']).checked).toEqual(['add', '--count=-5'])
  })

  it('spells options that only our parser knows as the program reads them', () => {
    expect(split(['add', 'a', '--dry-run=true', '--verbose=2', '--sound=false']).foreign).toEqual([
      'add',
      'a',
      '--dryRun',
      '--verbose',
      '--verbose',
      '--no-sound',
    ])
    expect(split(['add', 'a', '--dry-run=false']).foreign).toEqual(['add', 'a'])
  })

  it('puts arguments that are given by name in their places', () => {
    const data = ['add', '--tags=["x","-y"]', '--title=a', '--tag=["b"]']
    expect(split(data, true).foreign).toEqual(['add', '--tag=b', '--', 'a', 'x', '-y'])
    expect(split(['add', 'x', '--title=a']).foreign).toEqual(['add', 'a', 'x'])
  })

  it('lets through what the program accepts without a declaration', () => {
    expect(split(['run', '--deep', 'ls', '-la', '--format'])).toEqual({
      checked: ['run', '--', 'ls', '-la', '--format'],
      foreign: ['run', '--deep', 'ls', '-la', '--format'],
    })
    expect(split(['db:migrate', 'more'])).toEqual({
      checked: ['db-migrate'],
      foreign: ['db:migrate', 'more'],
    })
  })

  it('passes every word of a call without flags of the contract on in its order', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'add',
        'new',
        'run',
        '--config',
        '--',
        '-v',
        '--tag',
        '--color',
        '--nope',
        '-5',
      ),
      fc.string().filter((text) => !text.startsWith('-')),
    )
    fc.assert(
      fc.property(fc.array(word), (argv) => {
        expect(split(argv).foreign).toEqual(argv)
      }),
    )
  })
})
