import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { COMMANDS, TOOLS, type Entry } from './inventory.ts'
import { route } from './routing.ts'

const entry = (name: string, source_hint: string, responsibility = ''): Entry => ({
  name,
  source_hint,
  responsibility,
})
const inventory = {
  commands: [
    entry('plugin', 'commands/plugin', 'manages extensions'),
    entry('review', 'commands/review', 'reads a diff'),
    entry('beta', 'commands/beta', 'a diff'),
    entry('alpha', 'commands/alpha', 'a diff'),
  ],
  tools: [entry('DiffTool', 'tools/diff', 'shows a diff'), entry('OtherTool', 'tools/other')],
}
const found = (prompt: string, limit = 5) =>
  route(prompt, limit, inventory).map(({ kind, name, score }) => `${kind} ${name} ${score}`)

describe('scores', () => {
  test('each word that occurs in name, hint or responsibility counts once', () => {
    expect(found('diff DIFF reads')).toEqual([
      'command review 2',
      'tool DiffTool 1',
      'command alpha 1',
      'command beta 1',
    ])
  })

  test('slashes and dashes part words', () => {
    expect(found('tools/other')).toContain('tool OtherTool 2')
  })

  test('a command that is named exactly comes first with 100', () => {
    expect(found('/review the diff')[0]).toBe('command review 100')
    expect(found('marketplace')[0]).toBe('command plugin 100')
  })

  test('the limit cuts at the end, and 0 gives nothing', () => {
    expect(found('diff', 1)).toEqual(['command alpha 1'])
    expect(found('diff', 0)).toEqual([])
  })

  test('nothing fits, nothing is found', () => {
    expect(found('zzz')).toEqual([])
    expect(found('')).toEqual([])
  })
})

test('for any prompt the best of each kind lead, scores are positive and the limit holds', () => {
  const real = { commands: COMMANDS, tools: TOOLS }
  fc.assert(
    fc.property(fc.string(), fc.nat(12), (prompt, limit) => {
      const matches = route(prompt, limit, real)
      expect(matches.length).toBeLessThanOrEqual(limit)
      expect(matches.every(({ score }) => Number.isInteger(score) && score > 0)).toBe(true)
      const rest = matches.slice(2).map(({ score }) => score)
      expect(rest).toEqual(rest.toSorted((a, b) => b - a))
    }),
  )
})
