import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonValue } from '../contract/index.ts'
import type { Format } from './format.ts'

/** Strings that are hard for one format or another. */
export const HOSTILE_STRINGS = [
  '',
  ' ',
  'a\tb',
  'a\nb\r\nc\rd',
  '\u001b[31mred\u001b[0m',
  '\u009b2J',
  '\u0000',
  '\u007f',
  '\u0085',
  '\u2028\u2029',
  '\ufeffbom',
  '\u202egnp.exe',
  '|a|b|',
  '\\',
  '\\t',
  '"',
  "'",
  '`',
  '```\nx\n```',
  '- item',
  '# heading',
  '> quote',
  '1. one',
  '---',
  '...',
  '<!-- -->',
  '<b>',
  'null',
  'true',
  'no',
  '~',
  '0x10',
  '1e3',
  '-0',
  '007',
  '2001-01-01',
  '<<',
  '*a',
  '&a',
  '!!js',
  '%x',
  '@x',
  '{}',
  '[]',
  ',',
  ':',
  'a: b',
  'a #b',
  '[2]{a,b}:',
  'ünï ✓ 漢字 👩‍👩‍👧',
  '__proto__',
  'constructor',
  'toString',
  'a.b',
] as const

const key = fc.oneof(fc.string(), fc.constantFrom(...HOSTILE_STRINGS))
const wellFormedText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...HOSTILE_STRINGS),
)
const anyText = fc.oneof(
  wellFormedText,
  fc.string({ unit: fc.constantFrom('\ud800', '\udc00', 'x', '\n', '\u001b') }),
)

/** JSON values with hostile keys and strings; `loose` adds half surrogate pairs. */
export function jsonValues(options: { readonly loose: boolean }): fc.Arbitrary<JsonValue> {
  const text = options.loose ? anyText : wellFormedText
  const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  return fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      number.map((n) => (Object.is(n, -0) ? 0 : n)),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc
        .array(tie('value'), { maxLength: 3 })
        .chain((rows) => fc.constant(rows.map((row, id): JsonValue => ({ id, row })))),
      fc
        .array(fc.tuple(options.loose ? anyText : key, tie('value')), { maxLength: 4 })
        .map((members) => Object.fromEntries(members)),
    ),
  })).value
}

/** Envelopes and data that every format has to render. */
export const DOCUMENTS: Readonly<Record<string, JsonValue>> = {
  envelope: {
    ok: true,
    data: [{ id: 1, name: 'one', tags: ['a', 'b'], due: { date: '2026-01-02' } }],
    error: null,
    warnings: ['a warning'],
    meta: { duration_ms: 3 },
  },
  'failure envelope': {
    ok: false,
    data: null,
    error: { code: 'DEPLOY_NOT_FOUND', message: 'There is no deploy 42.', retryable: false },
    warnings: [],
    meta: { duration_ms: 1 },
  },
  'error body': {
    code: 'NO_WALLET',
    message: 'No wallet.',
    next_steps: { action: 'create_wallet' },
  },
  'empty object': {},
  'empty list': [],
  scalar: 'text',
  nothing: null,
}

/** The tests that every format must pass; `rows` says that each line is a row. */
export function formatCases(format: Format, options: { readonly rows?: boolean } = {}): void {
  describe(`${format.id} as a format`, () => {
    it.each(Object.entries(DOCUMENTS))(
      'writes the %s without a trailing line feed',
      async (_, value) => {
        const text = await format.render(value)
        expect(text).not.toMatch(/\n$/)
        if (format.lossless) expect(await format.parse!(text)).toEqual(value)
      },
    )

    it('renders any value as valid UTF-8', async () => {
      await fc.assert(
        fc.asyncProperty(jsonValues({ loose: true }), async (value) => {
          const text = await format.render(value)
          expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text)
        }),
      )
    })

    it('renders no control characters', async () => {
      await fc.assert(
        fc.asyncProperty(jsonValues({ loose: true }), async (value) => {
          const text = await format.render(value)
          // oxlint-disable-next-line no-control-regex -- control characters are the subject
          expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/)
          if (options.rows) expect(text).not.toMatch(/[\u007f-\u009f\u2028\u2029\u202e]/)
        }),
      )
    })

    it('writes a value nested five thousand levels deep', async () => {
      let deep: JsonValue = 'bottom'
      for (let level = 0; level < 5000; level++) deep = level % 2 === 0 ? { deep } : [deep]
      const text = await format.render(deep)
      expect(text).toContain('bottom')
    })

    it('renders a key named __proto__ like any other', async () => {
      const value = JSON.parse('{"__proto__":{"polluted":true},"a":1}') as JsonValue
      const text = await format.render(value)
      expect(text).toContain('__proto__')
      if (format.lossless) {
        const back = await format.parse!(text)
        expect(JSON.stringify(back)).toBe(JSON.stringify(value))
      }
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    })

    if (!format.lossless) return
    it('parses every value that it rendered', async () => {
      await fc.assert(
        fc.asyncProperty(jsonValues({ loose: false }), async (value) => {
          const back = await format.parse!(await format.render(value))
          expect(JSON.stringify(back)).toBe(JSON.stringify(value))
        }),
        { numRuns: 300 },
      )
    })
  })
}
