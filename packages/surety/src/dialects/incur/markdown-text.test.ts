import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { JsonValue } from '../../contract/index.ts'
import { readMarkdown, writeMarkdown } from './markdown-text.ts'

/** Values with what the formatter of incur 0.7.1 makes of them. */
const WRITTEN: readonly (readonly [string, JsonValue, string])[] = [
  [
    'a flat object',
    { chain: 'base', balance: 10, active: true, note: null },
    '| Key     | Value |\n|---------|-------|\n| chain   | base  |\n| balance | 10    |\n| active  | true  |\n| note    | null  |',
  ],
  ['an object without members', {}, '| Key | Value |\n|-----|-------|\n'],
  [
    'a list of objects',
    [
      { id: 1, tags: ['a', 'b'] },
      { id: 22, by: { name: 'x' }, tags: null },
    ],
    '| id | tags | by              |\n|----|------|-----------------|\n| 1  | a,b  |                 |\n| 22 |      | [object Object] |',
  ],
  ['a list of values', ['a', null, [1, { b: 2 }]], 'a,,1,[object Object]'],
  ['an empty list', [], ''],
  ['a text', 'a | b', 'a | b'],
  [
    'an error',
    {
      code: 'no_wallet',
      message: 'No keystore for base (X).',
      retryable: false,
      extra: { chain: 'base', name: 'X' },
      next_steps: { action: 'create_wallet', suggestion: 'pay wallet create' },
    },
    '## code\n\nno_wallet\n\n## message\n\nNo keystore for base (X).\n\n## retryable\n\nfalse\n\n## extra\n\n| Key   | Value |\n|-------|-------|\n| chain | base  |\n| name  | X     |\n\n## next_steps\n\n| Key        | Value             |\n|------------|-------------------|\n| action     | create_wallet     |\n| suggestion | pay wallet create |',
  ],
  [
    'the whole envelope',
    {
      ok: true,
      data: {
        wallets: [{ chain: 'base', names: ['default', 'spare'] }],
        none: [],
        deep: { er: { a: 1, list: [] } },
      },
      meta: { command: 'wallet list', duration: '5ms' },
    },
    '## ok\n\ntrue\n\n## data.wallets\n\n| chain | names         |\n|-------|---------------|\n| base  | default,spare |\n\n## data.none\n\n\n\n## data.deep.er.a\n\n1\n\n## data.deep.er.list\n\n\n\n## meta\n\n| Key      | Value       |\n|----------|-------------|\n| command  | wallet list |\n| duration | 5ms         |',
  ],
  [
    'bars and line feeds',
    { message: 'a | b\n| c |', 'x|y': 'ü' },
    '| Key     | Value       |\n|---------|-------------|\n| message | a | b\n| c | |\n| x|y     | ü           |',
  ],
]

describe('Markdown', () => {
  test.each(WRITTEN)('is written as incur writes it: %s', (_what, value, text) => {
    expect(writeMarkdown(value)).toBe(text)
  })

  test('calls nothing that a value holds, and inherits no cell', () => {
    const hostile = JSON.parse('[{"toString":{"toString":1},"__proto__":{"a":1}},{}]') as JsonValue
    expect(writeMarkdown(hostile)?.split('\n')).toEqual([
      '| toString        | __proto__       |',
      '|-----------------|-----------------|',
      '| [object Object] | [object Object] |',
      '|                 |                 |',
    ])
  })

  test('is left to others where a value nests too deep', () => {
    let value: JsonValue = 1
    for (let depth = 0; depth < 100_000; depth += 1) value = depth % 2 === 0 ? [value] : { value }
    expect(writeMarkdown(value)).toBeUndefined()
  })

  test('is read as it was written: tables whatever a cell holds, all values as text', () => {
    const cell = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\r', '').trim())
    const name = cell.filter((text) => text !== '' && !/[\n.]/.test(text))
    const row = fc.dictionary(name, cell, { minKeys: 1 })
    fc.assert(
      fc.property(row, fc.array(row, { minLength: 1 }), (flat, rows) => {
        const plain = { ...flat, ok: 'yes', retryable: 'yes' }
        expect(readMarkdown(writeMarkdown(plain)!)).toEqual(plain)
        const names = [...new Set(rows.flatMap((each) => Object.keys(each)))]
        const filled = rows.map((each) =>
          Object.fromEntries(names.map((key) => [key, Object.hasOwn(each, key) ? each[key]! : ''])),
        )
        expect(readMarkdown(writeMarkdown(rows)!)).toEqual(
          names.join().toLowerCase() === 'key,value' ? expect.anything() : filled,
        )
      }),
    )
  })
})
