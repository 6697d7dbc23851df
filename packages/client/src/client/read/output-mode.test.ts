import { describe, expect, test } from 'vitest'

import { outputMode, rememberedDialect, requestedDialect } from './find-dialect.ts'

test.each([
  [['ls'], ''],
  [['ls', '--json'], '--json'],
  [['ls', '--json=name,id'], '--json'],
  [['ls', '--output', 'yaml'], '--output=yaml'],
  [['--output=json', 'ls', '--output=plain'], '--output=plain'],
  [['ls', '--format=JSON', '--full-output'], '--format=json --full-output'],
  [['ls', '--full-output', '--format=json'], '--format=json --full-output'],
  [['get', '-o', 'page.html'], ''],
  [['log', '--format=%h %s'], ''],
  [['ls', '--envelope', 'spec-1.6'], '--envelope=spec-1.6'],
  [['run', '--', '--json'], ''],
  [['ls', '--output'], ''],
])('normalises the output flags of %j to %j', (words, mode) => {
  expect(outputMode(words)).toBe(mode)
})

describe('a remembered dialect', () => {
  const facts = { dialect: 'td', modes: [], redirects: [], notices: [] }

  test('applies without flags to calls for JSON, and not to calls for text', () => {
    expect(rememberedDialect(facts, ['ls'])).toBe('td')
    expect(rememberedDialect(facts, ['ls', '--json'])).toBe('td')
    expect(rememberedDialect(facts, ['ls', '--output', 'plain'])).toBeNull()
    expect(rememberedDialect(facts, ['ls', '--json', '--full-output'])).toBeNull()
  })

  test('applies with a flag to calls with that flag only', () => {
    const modes = [{ flags: '--output-format=json', dialect: 'claw-2.0' }]
    const known = { dialect: null, modes, redirects: [], notices: [] }
    expect(rememberedDialect(known, ['ls', '--output-format', 'json'])).toBe('claw-2.0')
    expect(rememberedDialect(known, ['ls'])).toBeNull()
    expect(rememberedDialect(known, ['ls', '--json'])).toBeNull()
  })
})

test.each([
  [['tool', 'ls'], undefined],
  [['tool', 'ls', '--envelope', 'spec-1.6'], 'spec-1.6'],
  [['tool', '--envelope=td', 'ls'], 'td'],
  [['tool', '--envelope=td', '--envelope', 'spec-1.0'], 'spec-1.0'],
  [['tool', '--envelope', 'brown'], undefined],
  [['tool', '--envelope'], undefined],
  [['tool', '--', '--envelope=td'], undefined],
])('finds that %j requests %s', (argv, dialect) => {
  expect(requestedDialect(argv)).toBe(dialect)
})
