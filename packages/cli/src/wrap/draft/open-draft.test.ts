import { expect, test } from 'vitest'

import { loadGrammar } from 'surety/unstable/grammars'
import { openDraft } from './open-draft.ts'

test('leaves open what nobody said, and the rest is a description as it is', async () => {
  const description = {
    surety: 1 as const,
    name: 'shelf',
    options: { quiet: { type: 'boolean' as const } },
    commands: {
      '': {},
      'book list': { summary: 'Lists: "all"', options: { tag: {} } },
      burn: { danger: 'destructive' as const },
    },
  }
  const text = await openDraft(description)
  expect(text.split('DECIDE: danger')).toHaveLength(3)
  expect(text).toMatch(/ {2}burn:\n {4}danger: destructive/)
  const { read } = await loadGrammar('surety')
  const written = (await read(text.replaceAll(/^ +# DECIDE.*$/gm, '    danger: safe'))).description
  expect(written).toEqual({
    ...description,
    commands: {
      '': { danger: 'safe' },
      'book list': { ...description.commands['book list'], danger: 'safe' },
      burn: { danger: 'destructive' },
    },
  })
})
