import { describe, expect, test } from 'vitest'

import { learntDialect, outputMode } from './output-mode.ts'

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
])('%j asks for %j', (words, mode) => {
  expect(outputMode(words)).toBe(mode)
})

describe('what was learnt', () => {
  const facts = { dialect: 'td', modes: [], redirects: [] }

  test('unasked holds for calls that ask for JSON, and for none that asks for text', () => {
    expect(learntDialect(facts, ['ls'])).toBe('td')
    expect(learntDialect(facts, ['ls', '--json'])).toBe('td')
    expect(learntDialect(facts, ['ls', '--output', 'plain'])).toBeNull()
    expect(learntDialect(facts, ['ls', '--json', '--full-output'])).toBeNull()
  })

  test('under a flag holds under that flag alone', () => {
    const modes = [{ flags: '--output-format=json', dialect: 'claw-2.0' }]
    const known = { dialect: null, modes, redirects: [] }
    expect(learntDialect(known, ['ls', '--output-format', 'json'])).toBe('claw-2.0')
    expect(learntDialect(known, ['ls'])).toBeNull()
    expect(learntDialect(known, ['ls', '--json'])).toBeNull()
  })
})
